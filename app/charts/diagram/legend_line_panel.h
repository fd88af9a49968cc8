#pragma once

#include "app/charts/diagram/legend_line.h"
#include "app/view/panel.h"

namespace ringscope {

// A line of a legend in the side panel: its colour, as boxes have it, and what it means.
void DrawLegendLine(const LegendLine& line, const PanelContext& ctx);

}  // namespace ringscope
