#pragma once

#include <cstdint>

namespace ringscope {

// The parts of the window that the keyboard goes to.
enum class KeyboardArea : uint8_t { kChart, kSide, kDock };

// Which one has it. `serial` grows where a command gave it: the part takes it then.
struct KeyboardFocus {
  KeyboardArea area = KeyboardArea::kChart;
  bool is_shown = false;  // a ring says where it is: for those who went there with a key
  uint64_t serial = 0;
};

}  // namespace ringscope
