#pragma once

#include "app/model/app_state.h"
#include "app/panels/panel_context.h"

namespace ringscope {

// Mode, depth, threads.
void DrawViewPanel(const AppState& state, const PanelContext& ctx);

}  // namespace ringscope
