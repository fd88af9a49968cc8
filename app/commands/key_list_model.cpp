#include "app/commands/key_list_model.h"

#include <fmt/format.h>

#include <array>

#include "app/commands/command.h"

namespace ringscope {
namespace {

struct Gesture {
  std::string_view what;
  std::string_view title;
};
// What cannot be bound to something else.
constexpr std::array kGestures{
    Gesture{"Click a segment", "make it the centre"},
    Gesture{"Click a rest segment", "open it over the whole circle"},
    Gesture{"Click the centre", "back to the centre before"},
    Gesture{"Right click", "select it and show what can be done"},
    Gesture{"Wheel", "fewer or more layers"},
    Gesture{"Drop a file", "open it"},
};

}  // namespace

KeyListModel BuildKeyListModel(const AppState& state) {
  KeyListModel model;
  model.groups.push_back({"Mouse", {}});
  for (const Gesture& gesture : kGestures) {
    model.groups.back().rows.push_back({std::string(gesture.what), gesture.title, {}});
  }
  for (const Command& command : Commands()) {
    std::string keys = KeysOf(state, command.id);
    if (keys.empty()) continue;
    if (model.groups.back().name != command.group) model.groups.push_back({command.group, {}});
    model.groups.back().rows.push_back({std::move(keys), command.title, command.id});
  }
  const std::string palette = FirstKeyOf(state, "window.palette");
  if (!palette.empty()) model.more = fmt::format("Every command: {}", palette);
  model.notes = state.keys.notes;
  return model;
}

}  // namespace ringscope
