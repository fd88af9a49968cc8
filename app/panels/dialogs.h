#pragma once

#include "app/model/app_state.h"
#include "app/model/status_model.h"
#include "app/panels/panel_context.h"

namespace ringscope {

// The oldest error, the import report, the list of keys: over everything, one at a time in this order.
// `report` is asked for only while the report is open.
void DrawErrorDialog(const AppState& state, const PanelContext& ctx);
void DrawReportDialog(const AppState& state, const PanelContext& ctx);
void DrawKeyListDialog(const AppState& state, const PanelContext& ctx);

// A dialog in the middle of the window with everything behind it shaded. True when its contents shall be
// drawn; then EndDialog() follows. `open` is what the state says.
[[nodiscard]] bool BeginDialog(const char* title, bool open, ImVec2 size, const PanelContext& ctx);
void EndDialog();

}  // namespace ringscope
