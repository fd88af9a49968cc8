#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "app/view/panel.h"
#include "app/view/state/app_state.h"

namespace ringscope {

struct SaveDialogUi {
  std::string path;
  bool was_open = false;
  bool focus_path = false;
  bool has_caption = true;  // of pictures
  bool replaced = false;    // a file of this name is there; saving once more replaces it
  // Known from the frame before.
  size_t chosen = SIZE_MAX;
  float choices_px = 0, around_px = 0;  // heights of the list and of all around it
};

// Where to, and as what: the name's ending decides, the list shows and changes it.
void DrawSaveDialog(const AppState& state, SaveDialogUi& ui, const PanelContext& ctx);

}  // namespace ringscope
