#pragma once

#include "app/details/tooltip_model.h"
#include "app/widgets/panel_context.h"

namespace ringscope {

// Beside the pointer, kept inside the chart.
void DrawChartTooltip(const TooltipModel& model, ImVec2 pointer, const PanelRect& chart,
                      const PanelContext& ctx);

}  // namespace ringscope
