#pragma once

#include "app/core/app_state.h"
#include "app/widgets/panel_context.h"

namespace ringscope {

// What mouse and keys do, over everything.
void DrawKeyListDialog(const AppState& state, const PanelContext& ctx);

}  // namespace ringscope
