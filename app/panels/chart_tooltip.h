#pragma once

#include "app/model/tooltip_model.h"
#include "app/panels/panel_context.h"

namespace ringscope {

// Beside the pointer, kept inside the chart.
void DrawChartTooltip(const TooltipModel& model, ImVec2 pointer, const PanelRect& chart,
                      const PanelContext& ctx);

}  // namespace ringscope
