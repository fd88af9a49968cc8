#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "app/widgets/key_chord.h"

namespace ringscope::input {

// Events from the user, independent of the window system: the shell makes them from GLFW, tests write them
// down. Positions are framebuffer pixels from the upper left corner of the window.

using KeyCode = Key;

struct MouseMove {
  float x_px = 0;
  float y_px = 0;
};
struct MouseLeave {};
// 0 left, 1 right, 2 middle, 3 back, 4 forward.
struct MouseButton {
  int button = 0;
  bool down = false;
};
struct Wheel {
  float x = 0;
  float y = 0;
};
struct KeyChange {
  KeyCode key = KeyCode::kNone;
  bool down = false;
  bool repeated = false;
};
struct Modifiers {
  bool ctrl = false;
  bool shift = false;
  bool alt = false;

  friend bool operator==(const Modifiers&, const Modifiers&) = default;
};
struct Character {
  char32_t character = 0;
};
struct DropFiles {
  std::vector<std::string> paths;
};
struct Focus {
  bool focused = false;
};
struct Close {};

}  // namespace ringscope::input

namespace ringscope {

enum class MouseButton : uint8_t { kLeft, kRight, kMiddle };

// Pixels from the upper left corner of the window.
struct WindowPoint {
  float x_px = 0, y_px = 0;
};

using InputEvent =
    std::variant<input::MouseMove, input::MouseLeave, input::MouseButton, input::Wheel, input::KeyChange,
                 input::Modifiers, input::Character, input::DropFiles, input::Focus, input::Close>;

}  // namespace ringscope
