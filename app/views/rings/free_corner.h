#pragma once

#include "app/view/state/app_state.h"
#include "renderer/layout/arc_batch.h"

namespace ringscope {

// How wide a box of this height in the lower left corner of a chart of rings can be without hiding a piece.
[[nodiscard]] float FreeWidth(const ArcBatch& batch, float height_px);

// In units of the content scale: how high the strip below a pane's chart is that its legend has for itself.
// An icicle leaves no corner free; elsewhere it is 0.
[[nodiscard]] float LegendStripHeight(const AppState& state, size_t pane);

}  // namespace ringscope
