#pragma once

#include "app/charts/diagram/diagram.h"
#include "app/view/panel.h"

namespace ringscope {

// Draws beside the pointer, inside `chart`. Draws nothing if there is no title.
void DrawBoxReadout(const BoxReadout& readout, const PanelRect& chart, const PanelContext& ctx);

// A line of a legend in the side panel: its colour, as boxes have it, and what it means.
void DrawLegendLine(const LegendLine& line, const PanelContext& ctx);

}  // namespace ringscope
