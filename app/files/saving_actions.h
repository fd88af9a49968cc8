#pragma once

#include "app/core/effect.h"
#include "app/view/state/app_state.h"

namespace ringscope::action {

// What is shown, in the format that the name's ending says.
struct SaveAs {
  std::filesystem::path path;
  bool has_caption = true;  // of a picture
  bool asks = false;        // before it replaces a file
};
struct ShowSaveDialog {
  bool open = true;
};
struct SaveFinished {
  JobId job = kNoJob;
  std::filesystem::path path;
  Result<void> result;
  std::vector<std::string> losses = {};  // what the file does not give back, a sentence each
};
struct WindowLoaded {
  JobId job = kNoJob;
  Result<LoadedWindow> loaded;
};

void Do(AppState& state, const SaveAs& save, Effects& effects);
void Do(AppState& state, const ShowSaveDialog& show, Effects& effects);
void Do(AppState& state, const SaveFinished& finished, Effects& effects);
void Do(AppState& state, const WindowLoaded& finished, Effects& effects);
// Saves what was asked about once it is known to replace nothing. After every action.
void RefreshSaveDialog(AppState& state, Effects& effects);

}  // namespace ringscope::action
