#pragma once

#include "app/core/app_state.h"
#include "app/view/panel.h"

namespace ringscope {

// Over the chart of a view whose answer was stopped: a button that asks for it again.
void DrawStartAgain(const ViewState& view, const PanelRect& chart, const PanelContext& ctx);

}  // namespace ringscope
