#pragma once

#include "app/charts/diagram/box_readout.h"
#include "app/view/panel.h"

namespace ringscope {

// Beside the pointer, inside `chart`. Without a title: nothing.
void DrawBoxReadout(const BoxReadout& readout, const PanelRect& chart, const PanelContext& ctx);

}  // namespace ringscope
