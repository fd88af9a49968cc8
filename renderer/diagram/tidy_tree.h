#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "renderer/diagram/box_size.h"
#include "renderer/shapes/plane.h"

namespace ringscope {

// Boxes below one another: a box begins a gap below the box that is its parent, whatever stands beside it.
// Parents stand before their children in the list; several without a parent (kNoBox) lie side by side, as
// below one that is not drawn.
struct BoxTree {
  std::vector<uint32_t> parent;
  std::vector<BoxSize> size;
  // Where boxes shall begin at least, from the top; empty: where their parents end.
  std::vector<double> top;
};

// The upper left corners of the boxes. Children stand in the order of the list, their parent above the middle
// of the first and the last; no two boxes overlap, and subtrees are as close as that allows (A. van der
// Ploeg, "Drawing non-layered tidy trees in linear time", 2014). A mirrored tree gives the mirrored picture.
// The leftmost box begins at 0, roots at the top 0. A list that is no tree of this kind: those with a parent
// behind them count as roots. O(boxes), 90 bytes a box.
[[nodiscard]] std::vector<PlanePoint> ArrangeTree(const BoxTree& tree, const BoxGaps& gaps);

}  // namespace ringscope
