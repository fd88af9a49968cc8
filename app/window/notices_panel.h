#pragma once

#include "app/core/app_state.h"
#include "app/widgets/panel_context.h"

namespace ringscope {

// The oldest error and the import report: over everything, one at a time in this order.
void DrawErrorDialog(const AppState& state, const PanelContext& ctx);
void DrawReportDialog(const AppState& state, const PanelContext& ctx);

}  // namespace ringscope
