#pragma once

#include "app/core/app_state.h"
#include "app/widgets/panel_context.h"

namespace ringscope {

// Mode, depth, threads.
void DrawViewPanel(const AppState& state, const PanelContext& ctx);

}  // namespace ringscope
