#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/core/action.h"
#include "app/view/state/app_state.h"
#include "app/widgets/key_chord.h"

namespace ringscope {

// A row of the table of commands, which the user gives by key, palette, menu or button.
struct Command {
  std::string_view id;     // "view.back"; settings files name it: never changed
  std::string_view group;  // "Moving"
  std::string_view title;  // "Back"
  std::string_view keys;   // chords unless the settings say otherwise: "Alt+Left, Mouse4"
  // The action of the command in this state; std::nullopt if the command makes no sense in it.
  std::optional<Action> (*action)(const AppState& state) = nullptr;
  bool over_dialogs = false;  // also while a dialog is open
  // Whether a lasting command is on: the window keeps it on while its key is held down; a short press, or the
  // palette, switches it. Null: the command does not last.
  bool (*held)(const AppState& state) = nullptr;
  // Tells users who pressed the key why the command makes no sense. Null or empty: that is obvious.
  std::string (*why_not)(const AppState& state) = nullptr;
  // The command of a held key repeats only as fast as users can look at the results.
  bool paced = false;
};

// A row of the menu about a table's columns.
struct ColumnChoice {
  std::string mark;   // "share-total"
  std::string label;  // "Share of the total"
  bool on = false;
  Action action;  // of a click
  bool begins_group = false;
};

// All commands, group by group: those of command_tables.h.
[[nodiscard]] std::span<const Command> Commands();
// Null if the id is unknown.
[[nodiscard]] const Command* FindCommand(std::string_view id);

// The keys of the table, changed by the lines of the settings; later lines win.
[[nodiscard]] KeyMap BuildKeyMap(std::span<const KeyLine> lines);
// Puts settings in force, their keys included.
void UseSettings(AppState& state, Settings settings);

// The action of a press; a note if the command says why it does nothing. While the user types into a text
// field (`typing`), or a text field is about to come up, the field keeps the presses that it understands.
// Behind a dialog only commands with `over_dialogs` are heard.
[[nodiscard]] std::optional<Action> ActionForKey(const AppState& state, const KeyPress& press, bool typing);
// The command behind ActionForKey(); null if no command hears the press.
[[nodiscard]] const Command* CommandForKey(const AppState& state, const KeyPress& press, bool typing);
// The command of the pressed key that lasts while the key is held; null if the key has none.
[[nodiscard]] const Command* HeldCommand(const AppState& state, const KeyPress& press);

// The chords in force; empty if the command has no chord.
[[nodiscard]] std::vector<KeyChord> ChordsOf(const AppState& state, std::string_view command);
// The chords in force as text: "Alt+Left, Mouse4".
[[nodiscard]] std::string KeysOf(const AppState& state, std::string_view command);
// The first chord in force, for tooltips and menus.
[[nodiscard]] std::string FirstKeyOf(const AppState& state, std::string_view command);
// "Back (Alt+Left)": the tooltip of an element that does the same as a command.
[[nodiscard]] std::string WithKey(const AppState& state, std::string_view text, std::string_view command);

}  // namespace ringscope
