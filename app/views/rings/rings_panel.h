#pragma once

#include <string>

#include "app/charts/chart.h"
#include "app/view/panel.h"
#include "app/view/state/app_state.h"
#include "renderer/layout/arc_batch.h"
#include "renderer/legend/legend.h"

namespace ringscope {

// The rows of the side panel: form, mode, depth and colours of the active pane.
void DrawRingsRows(const AppState& state, const PanelContext& ctx);

// What the colours mean, in a corner of the chart or in the strip below.
void DrawRingsLegend(const AppState& state, size_t pane, const ArcBatch& batch, const Legend& legend,
                     const PanelRect& chart, ChartOverlay& overlay, const PanelContext& ctx);

// "6,123 segments, 201 rests"
[[nodiscard]] std::string DrawnText(const ArcBatch& batch);

}  // namespace ringscope
