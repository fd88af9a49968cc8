#pragma once

#include "app/view/panel.h"
#include "app/view/state/app_state.h"
#include "app/window/window_layout.h"

namespace ringscope {

// Above charts that stand side by side: which profile each shows, whether they follow each other, and the way
// to close one. Nothing while there is one chart.
void DrawPaneHeaders(const AppState& state, const WindowLayout& layout, const PanelContext& ctx);

}  // namespace ringscope
