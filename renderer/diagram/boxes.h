#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "renderer/shapes/plane.h"

namespace ringscope {

// The sides of a box of a diagram, in units of the plane. Negative sides and NaN count as 0, sides beyond
// kMostBoxSide as kMostBoxSide.
struct BoxSize {
  double width = 0, height = 0;
};
inline constexpr double kMostBoxSide = 1e12;
[[nodiscard]] BoxSize SoundSize(BoxSize size);

inline constexpr uint32_t kNoBox = 0xffffffffu;

// The gaps between boxes.
struct BoxGaps {
  double beside = 8, below = 24;
};

// Boxes in rows.
struct BoxGrid {
  std::vector<PlanePoint> place;  // upper left corners
  BoxSize size;                   // of the whole
};

// Boxes in rows from the left to the right, in the order of the list, each standing on the bottom of its row.
// Rows end where the whole comes closest to `aspect`, its width by its height. O(boxes), some twenty times.
[[nodiscard]] BoxGrid ArrangeGrid(std::span<const BoxSize> boxes, double gap, double aspect = 1.5);

}  // namespace ringscope
