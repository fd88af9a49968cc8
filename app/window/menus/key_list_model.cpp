#include "app/window/menus/commands_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "app/view/command.h"
#include "app/view/kind/view_kind.h"
#include "cct/base/text/ascii.h"

namespace ringscope {
namespace {

// Whether each word occurs in the keys, the title, or the command's other names.
bool Fits(const KeyListModel::Row& row, std::string_view words) {
  const auto occurs = [&](std::string_view word) {
    return ContainsFolded(row.keys, word) || ContainsFolded(row.title, word) ||
           (!row.command.empty() && ContainsFolded(PaletteWordsOf(row.command), word));
  };
  for (words = Trimmed(words); !words.empty(); words = TrimmedFront(words)) {
    const std::string_view word = words.substr(0, words.find(' '));
    if (!occurs(word)) return false;
    words.remove_prefix(word.size());
  }
  return true;
}

}  // namespace

KeyListModel BuildKeyListModel(const AppState& state, std::string_view filter) {
  KeyListModel model;
  const auto add = [&](std::string_view group, KeyListModel::Row row) {
    if (!Fits(row, filter)) return;
    if (model.groups.empty() || model.groups.back().name != group) model.groups.push_back({group, {}});
    model.groups.back().rows.push_back(std::move(row));
  };
  const auto add_command = [&](std::string_view group, const Command& command) {
    const std::vector<KeyChord> chords = ChordsOf(state, command.id);
    if (chords.empty()) return;
    std::vector<std::vector<std::string>> caps;
    for (const KeyChord& chord : chords) caps.push_back(ChordCaps(chord));
    add(group, {ChordsText(chords), std::move(caps), command.title, command.id});
  };
  // Commands and gestures of the shown view come first.
  std::span<const Command> of_view;
  std::span<const Gesture> gestures;
  if (const ViewState* view = ActiveView(state); view != nullptr) {
    of_view = view->kind().commands;
    gestures = view->kind().gestures;
  }
  for (const Command& command : of_view) add_command("This view", command);
  const auto add_gesture = [&](const Gesture& gesture) {
    const std::string what(gesture.what);
    add("Mouse", {what, {{what}}, gesture.title, {}});
  };
  for (const Gesture& gesture : gestures) add_gesture(gesture);
  add_gesture({"Drop", "Open a file"});
  for (const Command& command : Commands()) {
    const bool is_above =
        std::ranges::any_of(of_view, [&](const Command& one) { return one.id == command.id; });
    if (!is_above) add_command(command.group, command);
  }
  const std::string palette = FirstKeyOf(state, "window.palette");
  if (!palette.empty()) model.more = fmt::format("Every command: {}", palette);
  model.notes = state.keys.notes;
  return model;
}

}  // namespace ringscope
