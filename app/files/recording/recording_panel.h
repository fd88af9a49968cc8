#pragma once

#include <cstddef>
#include <string>

#include "app/view/panel.h"
#include "app/view/state/app_state.h"

namespace ringscope {

struct RecordDialogUi {
  bool was_open = false;
  bool focus_command = false;
  std::string command, folder;
  size_t measure = 0;  // of kMeasureChoices
};

// A command, what to measure, and the commands that were recorded last.
void DrawRecordDialog(const AppState& state, RecordDialogUi& ui, const PanelContext& ctx);

}  // namespace ringscope
