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

// Something the user can do, by key, palette, menu or button: one row of the one table.
struct Command {
  std::string_view id;     // "view.back": settings files name it, so it stays what it is
  std::string_view group;  // "Moving"
  std::string_view title;  // "Back"
  std::string_view keys;   // chords unless the settings say otherwise: "Alt+Left, Mouse4"
  // What it does in this state; nothing where it makes no sense in it.
  std::optional<Action> (*action)(const AppState& state) = nullptr;
  bool over_dialogs = false;  // heard while a dialog is open
  // Lasts as long as its key is held down (the window sees to that); a short press, or the palette, switches
  // it on or off. Whether it is on; null: not such a command.
  bool (*held)(const AppState& state) = nullptr;
  // Tells someone who pressed its key why it makes no sense in this state. Null or empty where that is plain.
  std::string (*why_not)(const AppState& state) = nullptr;
  // While its key is held down it is done again only as fast as one can look at.
  bool paced = false;
};

// All of them, group by group. The tables are command_GROUP.cpp.
[[nodiscard]] std::span<const Command> Commands();
// nullptr where there is none of that id.
[[nodiscard]] const Command* FindCommand(std::string_view id);

// The table's keys with the settings' lines, of which later ones win.
[[nodiscard]] KeyMap BuildKeyMap(std::span<const KeyLine> lines);
// Puts settings in force, their keys included.
void UseSettings(AppState& state, Settings settings);

// What a press does, a note where the command says why it does nothing. While the user types into a text
// field, or one that was asked for is about to come, what a text field understands stays with it; behind a
// dialog only commands that say so are heard.
[[nodiscard]] std::optional<Action> ActionForKey(const AppState& state, const KeyPress& press, bool typing);
// The command that ActionForKey() would do; nullptr where there is none.
[[nodiscard]] const Command* CommandForKey(const AppState& state, const KeyPress& press, bool typing);
// The command that lasts while the pressed key is held; nullptr where there is none.
[[nodiscard]] const Command* HeldCommand(const AppState& state, const KeyPress& press);

// The chords in force; empty where nothing is bound.
[[nodiscard]] std::vector<KeyChord> ChordsOf(const AppState& state, std::string_view command);
// The same as text: "Alt+Left, Mouse4".
[[nodiscard]] std::string KeysOf(const AppState& state, std::string_view command);
// For tooltips and menus: the first of them.
[[nodiscard]] std::string FirstKeyOf(const AppState& state, std::string_view command);
// "Back (Alt+Left)": a tooltip of something that a command does too.
[[nodiscard]] std::string WithKey(const AppState& state, std::string_view text, std::string_view command);

}  // namespace ringscope
