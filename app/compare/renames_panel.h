#pragma once

#include <string>

#include "app/view/panel.h"
#include "app/view/state/app_state.h"
#include "app/view/table/table_view.h"

namespace ringscope {

struct RenamesPanelUi {
  TableUi table;
  std::string rules_file;  // as typed
  bool is_typing = false;  // the file has the keyboard
};

// The pairs of functions that look renamed between the sides of a comparison, in the rest of the current
// window: a row each, the choices, and the file that keeps them.
void DrawRenamesPanel(const AppState& state, RenamesPanelUi& ui, const PanelContext& ctx);

}  // namespace ringscope
