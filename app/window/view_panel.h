#pragma once

#include "app/charts/chart.h"
#include "app/view/panel.h"
#include "app/view/state/app_state.h"

namespace ringscope {

// How the active view is drawn: the rows of its kind, threads. `chart`: the active pane's; may be null.
void DrawViewPanel(const AppState& state, Chart* chart, const PanelContext& ctx);

}  // namespace ringscope
