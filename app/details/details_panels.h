#pragma once

#include <cstdint>
#include <optional>

#include "app/details/details_model.h"
#include "app/details/tooltip_model.h"
#include "app/view/panel.h"
#include "app/view/state/app_state.h"

namespace ringscope {

// What the panel keeps between frames: the row of the call stack where the keys are, from the innermost.
struct DetailsUi {
  std::optional<uint64_t> cursor;
  bool take_focus = false;  // takes the keyboard in the next frame
};

// The context under the pointer, else the selected one, else the centre, in three parts: what it is,
void DrawDetailsSubject(const AppState& state, const DetailsModel& model, const PanelContext& ctx);
// what it costs in every metric, where a click makes a metric the one the chart shows, with so many pixels
// left free below,
void DrawDetailsMetrics(const DetailsModel& model, float free_below, const PanelContext& ctx);
// and who calls it. The last fills the rest of the window it is drawn in.
void DrawDetailsStack(const AppState& state, const DetailsModel& model, DetailsUi& ui, const PanelContext& ctx);

// Beside the pointer, kept inside the chart.
void DrawChartTooltip(const TooltipModel& model, ImVec2 pointer, const PanelRect& chart,
                      const PanelContext& ctx);

}  // namespace ringscope
