#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/view/state/app_state.h"

namespace ringscope {

// The list of what mouse and keys do, as bound now.
struct KeyListModel {
  struct Row {
    std::string keys;                           // "Alt+Left, Mouse4", or "Click"
    std::vector<std::vector<std::string>> caps;  // the parts of `keys`
    std::string_view title;
    std::string_view command;  // its name in the settings; empty for the mouse
  };
  struct Group {
    std::string_view name;
    std::vector<Row> rows;
  };
  std::vector<Group> groups;       // of the shown view, of the mouse, then commands with a key; groups without rows are left out
  std::string more;                // where commands without a key are found
  std::vector<std::string> notes;  // problems of the settings' keys
};

// `filter`: words that must all occur in the keys or the title of a row, or among the command's other names.
[[nodiscard]] KeyListModel BuildKeyListModel(const AppState& state, std::string_view filter = {});

}  // namespace ringscope
