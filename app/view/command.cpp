#include "app/view/command.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "app/core/display_text.h"
#include "app/view/command_tables.h"
#include "app/view/kind/view_kind.h"
#include "app/view/shell.h"

namespace ringscope {
namespace {

std::vector<Command> JoinTables() {
  std::vector<Command> all;
  const auto add = [&](std::span<const Command> part) { all.insert(all.end(), part.begin(), part.end()); };
  add(command::Moving());
  for (const ViewKind* kind : ViewKinds()) add(kind->commands);
  for (const auto& part : {command::Panes(), command::Tree(), command::Sources(), command::Subject(),
                           command::Times(), command::Comparisons(), command::Find(), command::Window()})
    add(part);
  return all;
}

std::optional<uint16_t> IndexOf(std::string_view id) {
  const Command* found = FindCommand(id);
  if (found == nullptr) return std::nullopt;
  return static_cast<uint16_t>(found - Commands().data());
}

// Gives the chord to a command; notes if another command loses it.
void Bind(KeyMap& keys, const KeyChord& chord, uint16_t command) {
  const auto other = std::ranges::find(keys.bindings, chord, &KeyMap::Binding::chord);
  if (other != keys.bindings.end()) {
    keys.notes.push_back(fmt::format("{} is {}; {} no longer has it", ChordText(chord),
                                     Commands()[command].id, Commands()[other->command].id));
    keys.bindings.erase(other);
  }
  keys.bindings.push_back({chord, command});
}

// Whether commands hear the key while a text field has the keyboard: the field does not use the key.
bool ReachesPastTextField(const KeyPress& press) {
  if (press.character != 0) return false;
  if (press.alt) return true;
  if (!press.ctrl) {
    return press.key == Key::kEscape || press.key == Key::kTab ||
           (press.key >= Key::kF1 && press.key <= Key::kF12) || press.key == Key::kMouseBack ||
           press.key == Key::kMouseForward;
  }
  constexpr std::string_view kEditing = "ACVXZY";
  if (Prints(press.key)) return kEditing.find(static_cast<char>(press.key)) == std::string_view::npos;
  constexpr std::array kMoving{Key::kLeft,      Key::kRight,  Key::kHome,  Key::kEnd,
                               Key::kBackspace, Key::kDelete, Key::kInsert};
  return std::ranges::find(kMoving, press.key) == kMoving.end();
}

}  // namespace

std::span<const Command> Commands() {
  static const std::vector<Command> all = JoinTables();
  return all;
}

const Command* FindCommand(std::string_view id) {
  const auto all = Commands();
  const auto found = std::ranges::find(all, id, &Command::id);
  return found == all.end() ? nullptr : &*found;
}

KeyMap BuildKeyMap(std::span<const KeyLine> lines) {
  KeyMap keys;
  const auto all = Commands();
  // A line replaces the table's keys of its command, which then take no chord from other commands.
  std::vector<bool> replaced(all.size());
  for (const KeyLine& line : lines) {
    if (const auto index = IndexOf(line.command); index && ParseChords(line.chords)) replaced[*index] = true;
  }
  for (uint16_t i = 0; i < all.size(); ++i) {
    if (replaced[i]) continue;
    if (const auto chords = ParseChords(all[i].keys)) {
      for (const KeyChord& chord : *chords) Bind(keys, chord, i);
    }
  }
  for (const KeyLine& line : lines) {
    const auto index = IndexOf(line.command);
    if (!index) {
      keys.notes.push_back(fmt::format("key.{}: there is no such command", DisplayText(line.command, 80)));
      continue;
    }
    const auto chords = ParseChords(line.chords);
    if (!chords) {
      keys.notes.push_back(fmt::format("key.{}: {}", line.command, DisplayText(chords.error().message, 200)));
      continue;
    }
    std::erase_if(keys.bindings, [&](const KeyMap::Binding& one) { return one.command == *index; });
    for (const KeyChord& chord : *chords) Bind(keys, chord, *index);
  }
  std::ranges::stable_sort(keys.bindings, {}, &KeyMap::Binding::command);
  return keys;
}

KeyMap DefaultKeyMap() { return BuildKeyMap({}); }

void UseSettings(AppState& state, Settings settings) {
  state.settings = std::move(settings);
  state.keys = BuildKeyMap(state.settings.keys);
}

const Command* CommandForKey(const AppState& state, const KeyPress& press, bool typing) {
  if (press.key == Key::kNone && press.character == 0) return nullptr;
  const bool for_text = typing || state.awaited_box != TextBox::kNone;
  if (for_text && !ReachesPastTextField(press)) return nullptr;
  // A chord with Shift wins over the same chord without Shift.
  const Command* found = nullptr;
  for (const KeyMap::Binding& binding : state.keys.bindings) {
    if (!Matches(press, binding.chord)) continue;
    if (found == nullptr || binding.chord.shift) found = &Commands()[binding.command];
  }
  const bool is_heard =
      found != nullptr && found->held == nullptr && (!DialogOpen(state) || found->over_dialogs);
  return is_heard ? found : nullptr;
}

std::optional<Action> ActionForKey(const AppState& state, const KeyPress& press, bool typing) {
  const Command* const found = CommandForKey(state, press, typing);
  if (found == nullptr) return std::nullopt;
  std::optional<Action> action = found->action(state);
  if (!action && found->why_not != nullptr) {
    if (std::string why = found->why_not(state); !why.empty()) return action::ShowNote{std::move(why)};
  }
  return action;
}

const Command* HeldCommand(const AppState& state, const KeyPress& press) {
  for (const KeyMap::Binding& binding : state.keys.bindings) {
    const Command& command = Commands()[binding.command];
    if (command.held != nullptr && HoldsDown(press, binding.chord)) return &command;
  }
  return nullptr;
}

std::vector<KeyChord> ChordsOf(const AppState& state, std::string_view command) {
  const auto index = IndexOf(command);
  std::vector<KeyChord> chords;
  for (const KeyMap::Binding& binding : state.keys.bindings) {
    if (binding.command == index) chords.push_back(binding.chord);
  }
  return chords;
}

std::string KeysOf(const AppState& state, std::string_view command) {
  return ChordsText(ChordsOf(state, command));
}

std::string FirstKeyOf(const AppState& state, std::string_view command) {
  const std::vector<KeyChord> chords = ChordsOf(state, command);
  return chords.empty() ? std::string() : ChordText(chords.front());
}

std::string WithKey(const AppState& state, std::string_view text, std::string_view command) {
  const std::string key = FirstKeyOf(state, command);
  return key.empty() ? std::string(text) : fmt::format("{} ({})", text, key);
}

}  // namespace ringscope
