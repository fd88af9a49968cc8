#pragma once

#include "app/view/panel.h"
#include "app/view/state/app_state.h"

namespace ringscope {

// What the active view shows of its comparison, and the switch for it. False where there is nothing to draw.
bool DrawComparisonPanel(const AppState& state, const PanelContext& ctx);

}  // namespace ringscope
