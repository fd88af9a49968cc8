#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "renderer/shapes/plane.h"
#include "renderer/shapes/shape_batch.h"

namespace ringscope {

// Finds the boxes that touch an area, in a tree of boxes packed by rank, which neither distant boxes nor
// boxes that cover all others make slower, as they would a grid. Immutable; any number of threads may ask.
class BoxIndex {
 public:
  BoxIndex() = default;
  // O(n log n), 39 bytes a box. Empty boxes are never found.
  explicit BoxIndex(std::span<const PlaneBox> boxes);

  // The numbers of the boxes that touch `area`, ascending. O(found + log n), and a bit a box.
  void Find(const PlaneBox& area, std::vector<uint32_t>& found) const;

  // Neighbours that lie together within a width and a height, and of which the last one hides the others.
  struct Merging {
    double width = 0, height = 0;
    // Whether a box hides the boxes before it that lie within this width and height of it.
    std::function<bool(uint32_t box)> hides;
  };
  // Same, but returns only the last of such neighbours. O(found + log n), and a bit a box, however many boxes
  // are too close to be told apart.
  void FindMerged(const PlaneBox& area, const Merging& merging, std::vector<uint32_t>& found) const;
  // As Find(), for boxes of at least that width and height: neighbours that are together narrower or lower
  // are left out without a look at each. Smaller boxes may be found too.
  void FindLarge(const PlaneBox& area, double width, double height, std::vector<uint32_t>& found) const;

  // The last one of the boxes that touch `area`. O(log n) where few boxes lie over each other.
  [[nodiscard]] std::optional<uint32_t> Last(const PlaneBox& area) const;

  // The box around all boxes.
  [[nodiscard]] PlaneBox bounds() const { return levels_.empty() ? PlaneBox{} : levels_.back().front().box; }

 private:
  // A box around others, and the largest of their numbers.
  struct Node {
    PlaneBox box;
    uint32_t last = 0;
  };
  // Walks the boxes that touch an area. enters(node, take) says whether a node's boxes are wanted one by one,
  // and take(number) takes one box.
  template <typename Enters, typename Take>
  void Walk(const PlaneBox& area, Enters enters, Take take) const;
  // Visits a node that touches the area, or lies in it. The recursion is as deep as there are levels.
  template <typename Enters, typename Take>
  void Visit(size_t level, size_t node, bool is_inside, const PlaneBox& area, Enters& enters,
             Take& take) const;
  template <typename Enters>
  void FindWhere(const PlaneBox& area, Enters enters, std::vector<uint32_t>& found) const;

  size_t box_count_ = 0;
  // The boxes that are not empty, neighbours together, and their numbers.
  std::vector<PlaneBox> boxes_;
  std::vector<uint32_t> numbers_;
  // levels_[0][i] holds boxes kFanout i and on, levels_[l + 1][i] nodes kFanout i and on of levels_[l]. The
  // last level is one node.
  std::vector<std::vector<Node>> levels_;
};

// Widths and font sizes in pixels are clamped to these.
inline constexpr float kMostShapePx = 1000;
inline constexpr float kMostTextPx = 200;

// The drawn width; 0 for NaN and negative widths.
[[nodiscard]] inline float ShapePx(float width_px) {
  return width_px > 0 ? std::min(width_px, kMostShapePx) : 0;
}
// Whether a text has a box to fit in.
[[nodiscard]] bool HasBox(const ShapeText& text);

// The places of a batch's shapes. Colours may change without a new index, and so may text and widths that get
// no longer than the longest was. O(n log n) to make, 39 bytes a shape. Immutable; any number of threads may
// ask.
struct ShapeIndex {
  BoxIndex rects, lines, points, texts;
  // How far shapes reach beyond their places, at any scale.
  float line_reach_px = 0, point_reach_px = 0, text_reach_px = 0;
  bool has_free_texts = false;  // some texts have no box to fit in

  ShapeIndex() = default;
  explicit ShapeIndex(const ShapeBatch& batch);
  // The box around all places; infinite if a place is.
  [[nodiscard]] PlaneBox bounds() const;
};

}  // namespace ringscope
