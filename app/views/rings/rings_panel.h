#pragma once

#include <string>

#include "app/charts/chart.h"
#include "app/view/panel.h"
#include "app/view/state/app_state.h"
#include "renderer/layout/arc_batch.h"
#include "renderer/legend/legend.h"

namespace ringscope {

// Which controls the strip had room for, besides the form.
struct StripRoom {
  bool has_mode = false, has_depth = false, has_color = false, has_slider = false;
};
// Draws form, mode, depth and colours of the active pane in one row at the cursor, as far as these fit.
StripRoom DrawRingsStrip(const AppState& state, float room_px, const PanelContext& ctx);
// Draws the rows of the menu of options: the controls that the strip lacks, and those that are seldom used.
void DrawRingsRows(const AppState& state, const StripRoom& strip, const PanelContext& ctx);

// Draws the legend in a corner of the chart or in the strip beside it.
void DrawRingsLegend(const AppState& state, size_t pane, const ArcBatch& batch, const Legend& legend,
                     const PanelRect& chart, ChartOverlay& overlay, const PanelContext& ctx);

// "6,123 segments, 201 rest", and why the batch lacks the detail that `wanted` asks for.
[[nodiscard]] std::string DrawnText(const ArcBatch& batch, DetailPlace wanted);

}  // namespace ringscope
