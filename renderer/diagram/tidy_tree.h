#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "renderer/diagram/boxes.h"
#include "renderer/shapes/plane.h"

namespace ringscope {

// Boxes below one another: a box begins a gap below its parent, whatever stands beside it. Parents stand
// before their children in the list; boxes without a parent (kNoBox) lie side by side, as below a parent that
// is not drawn.
struct BoxTree {
  std::vector<uint32_t> parent;
  std::vector<BoxSize> size;
  // The least top of each box; empty: boxes begin below their parents.
  std::vector<double> top;
};

// The upper left corners of the boxes. Children stand in the order of the list, their parent above the middle
// of the first and the last; no two boxes overlap, and subtrees are as close as that allows (A. van der
// Ploeg, "Drawing non-layered tidy trees in linear time", 2014). A mirrored tree gives the mirrored picture.
// The leftmost box begins at 0, roots at the top 0. A box whose parent stands behind it in the list counts as
// a root. O(boxes), 90 bytes a box.
[[nodiscard]] std::vector<PlanePoint> ArrangeTree(const BoxTree& tree, const BoxGaps& gaps);

// The seat of a box in a column of siblings: an edge from their parent comes to the line left of the column
// at the column's top, goes straight down and from there to the side of the box.
struct ColumnSeat {
  uint32_t box = 0;
  uint32_t above = kNoBox;  // the sibling above it in the column
  double line_x = 0;
  double below_top = 0;  // how far the box lies below the column's top
};

// The last place of a box, kept so that little moves when others come or go.
enum class BoxStand : uint8_t {
  kFree,    // a new box
  kBegins,  // in a row, or on top of a column
  kBelow,   // below the sibling before it
};

struct TreeColumns {
  std::vector<PlanePoint> place;  // upper left corners, by box
  std::vector<ColumnSeat> seats;
};

// ArrangeTree(), but children whose subtrees together are more than `aspect` times as wide as high stand
// above each other in columns, from the top down and then to the right, close to `aspect`. Nothing stands
// between a column and its line, and nothing else on the line. `kept`: by box, or empty; if all children of a
// box are kept, they stand as before. For trees without `top`. O(boxes), some times ArrangeTree().
[[nodiscard]] TreeColumns ArrangeTreeInColumns(const BoxTree& tree, const BoxGaps& gaps, double aspect,
                                               std::span<const BoxStand> kept = {});

// ArrangeTreeInColumns() for a tree that would otherwise be an unreadable strip, wider than a window and
// twice as wide for its height as wanted, or if there are columns to keep. Else ArrangeTree().
[[nodiscard]] TreeColumns ArrangeTreeToRead(const BoxTree& tree, const BoxGaps& gaps,
                                            std::span<const BoxStand> kept = {}, double aspect = 1.6);

}  // namespace ringscope
