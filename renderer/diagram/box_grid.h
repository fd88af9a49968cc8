#pragma once

#include <span>
#include <vector>

#include "renderer/diagram/box_size.h"
#include "renderer/shapes/plane.h"

namespace ringscope {

struct BoxGrid {
  std::vector<PlanePoint> place;  // upper left corners
  BoxSize size;                   // of all
};

// Boxes in rows from the left to the right, in the order of the list, each standing on the bottom of its row.
// Rows end where the whole comes closest to `aspect`, its width by its height. O(boxes), some twenty times.
[[nodiscard]] BoxGrid ArrangeGrid(std::span<const BoxSize> boxes, double gap, double aspect = 1.5);

}  // namespace ringscope
