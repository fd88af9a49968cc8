#pragma once

#include "app/charts/diagram/diagram.h"
#include "app/view/panel.h"

namespace ringscope {

// Beside the pointer, inside `chart`. Without a title: nothing.
void DrawBoxReadout(const BoxReadout& readout, const PanelRect& chart, const PanelContext& ctx);

// A line of a legend in the side panel: its colour, as boxes have it, and what it means.
void DrawLegendLine(const LegendLine& line, const PanelContext& ctx);

}  // namespace ringscope
