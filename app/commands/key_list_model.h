#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/core/app_state.h"

namespace ringscope {

// The list of what mouse and keys do, as they are bound.
struct KeyListModel {
  struct Row {
    std::string keys;
    std::string_view title;
    std::string_view command;  // as the settings name it; empty for the mouse
  };
  struct Group {
    std::string_view name;
    std::vector<Row> rows;
  };
  std::vector<Group> groups;       // mouse first, then commands that have a key
  std::string more;                // where the others are found
  std::vector<std::string> notes;  // problems of the settings' keys
};

[[nodiscard]] KeyListModel BuildKeyListModel(const AppState& state);

}  // namespace ringscope
