#pragma once

#include "app/charts/diagram/diagram.h"
#include "app/view/panel.h"

namespace ringscope {

// Draws the texts beside the pointer, inside `chart`. Draws nothing if there is no title.
void DrawBoxReadout(const BoxReadout& readout, const PanelRect& chart, const PanelContext& ctx);

// Draws a line of a legend in the side panel: a swatch of its colour, its text, and its sample boxes.
void DrawLegendLine(const LegendLine& line, const PanelContext& ctx);

}  // namespace ringscope
