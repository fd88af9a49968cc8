#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/core/action.h"
#include "app/view/state/app_state.h"

namespace ringscope {

// Everything that can be done or gone to, as far as it fits what was typed: scattered letters last; titles
// before those found by their group's name; what begins with what was typed, then words that begin so, words
// that contain it; then what is available; then by score; then shorter titles; then in the order of the
// table.
struct PaletteModel {
  struct Row {
    std::string title;
    std::string group;
    std::string keys;
    std::string command;           // its name in the settings file; empty where it has none
    std::vector<uint32_t> hits;    // bytes of the title that were typed
    std::optional<Action> action;  // nothing: not available now
  };
  std::vector<Row> rows;
};

// Commands, open tabs, metrics of the active view, columns of them and recent files. Cost: O(rows * what was typed).
[[nodiscard]] PaletteModel BuildPaletteModel(const AppState& state, std::string_view typed);

}  // namespace ringscope
