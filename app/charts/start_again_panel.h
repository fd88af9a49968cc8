#pragma once

#include "app/view/panel.h"
#include "app/view/state/app_state.h"

namespace ringscope {

// Over the chart of a view whose answer was stopped: a button that asks for it again.
void DrawStartAgain(const ViewState& view, const PanelRect& chart, const PanelContext& ctx);

}  // namespace ringscope
