#pragma once

#include <string>
#include <vector>

#include "app/view/panel.h"
#include "app/view/state/app_state.h"

namespace ringscope {

// What is being typed; the state gets it with every change.
struct SettingsDialogUi {
  bool was_open = false;
  std::string editor;
  std::vector<PathMapping> mappings;
  std::vector<std::string> folders;
  float form_height = 0;  // of the frame before
};

// Everything the viewer remembers that people choose, in one form.
void DrawSettingsDialog(const AppState& state, SettingsDialogUi& ui, const PanelContext& ctx);

}  // namespace ringscope
