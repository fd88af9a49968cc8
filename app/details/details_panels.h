#pragma once

#include <cstdint>
#include <optional>

#include "app/core/app_state.h"
#include "app/details/details_model.h"
#include "app/details/metrics_model.h"
#include "app/details/tooltip_model.h"
#include "app/widgets/panel_context.h"

namespace ringscope {

// The context under the pointer, else the selected one, else the centre: what it is, what it costs, who calls
// it. Fills the rest of the window it is drawn in.
// What it keeps between frames: the row of the call stack where the keys are, from the innermost.
struct DetailsUi {
  std::optional<uint64_t> cursor;
  bool take_focus = false;  // takes the keyboard in the next frame
};
void DrawDetailsPanel(const AppState& state, const DetailsModel& model, DetailsUi& ui,
                      const PanelContext& ctx);

// Every metric with its total; a click makes it the one the chart shows.
void DrawMetricsPanel(const MetricsModel& model, const PanelContext& ctx);

// Beside the pointer, kept inside the chart.
void DrawChartTooltip(const TooltipModel& model, ImVec2 pointer, const PanelRect& chart,
                      const PanelContext& ctx);

}  // namespace ringscope
