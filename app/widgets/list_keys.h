#pragma once

#include <cstdint>
#include <optional>

namespace ringscope {

// What the keys of this frame do to a list that has the keyboard.
struct ListKeys {
  std::optional<uint64_t> moved_to;              // up and down, page up and down, home and end
  bool activated = false;                        // Enter
  int sideways = 0;                              // Right: 1, Left: -1; also where there is no row
  int scrolled = 0;                              // the same with Shift
  bool menu = false;                             // Menu, Shift+F10
  bool copies_name = false, copies_row = false;  // Ctrl+C, Ctrl+Shift+C
};

// Of `count` rows, `page` of them in sight, with the cursor on one or none. `below_box`: a text box above it
// has the keyboard, and shares with it the keys that a line of text does not need.
[[nodiscard]] ListKeys TakeListKeys(uint64_t count, std::optional<uint64_t> cursor, uint64_t page,
                                    bool below_box);

}  // namespace ringscope
