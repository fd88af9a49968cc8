#pragma once

#include <string>
#include <vector>

#include "app/core/action.h"
#include "app/view/state/app_state.h"

namespace ringscope {

// What the menu at a piece or a row offers.
struct ContextMenuModel {
  struct Entry {
    std::string id;  // "focus"
    std::string title;
    std::string key;              // of the command that does the same
    std::vector<Action> actions;  // empty: impossible here
    bool begins_group = false;    // draws a line above
  };
  std::string name;            // of the function, or a description of the rest segment
  std::string detail;          // module, value and share
  std::vector<Entry> entries;  // empty: no menu
  float x_px = 0, y_px = 0;
  uint64_t serial = 0;
};

[[nodiscard]] ContextMenuModel BuildContextMenuModel(const AppState& state);

}  // namespace ringscope
