#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "app/model/action.h"
#include "app/model/app_state.h"

namespace ringscope {

// Keys the viewer knows besides typed characters.
enum class Key : uint8_t {
  kNone,
  kEscape,
  kHome,
  kLeft,
  kRight,
  kUp,
  kDown,
  kEnter,
  kF,
  kS,
  kO,
  kQ,
  kW,
  kF3,
  kTab,
  kMouseBack,
  kMouseForward,
  kPageUp,
  kPageDown
};

// One press of a key, or one typed character: characters follow the keyboard's layout, so '?' and '/' are
// found where they are printed.
struct KeyPress {
  Key key = Key::kNone;
  char32_t character = 0;
  bool ctrl = false;
  bool shift = false;
  bool alt = false;
};

// What the list of keys shows and what the keys do, in one table.
struct KeyBinding {
  std::string_view group;             // "Moving", "Chart", "Search", "File"
  std::string_view keys;              // "Alt+Left, mouse 4"
  std::string_view description;       // "back"
  std::span<const KeyPress> presses;  // empty: mouse gestures, listed only
  std::optional<Action> (*action)(const AppState& state) = nullptr;
};

[[nodiscard]] std::span<const KeyBinding> KeyBindings();

// What a press does. While the user types into a text field only chords with Ctrl or Alt, Esc and function
// keys count.
[[nodiscard]] std::optional<Action> ActionForKey(const AppState& state, const KeyPress& press, bool typing);

}  // namespace ringscope
