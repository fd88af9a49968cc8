#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "renderer/shapes/plane.h"
#include "renderer/shapes/shape_batch.h"

namespace ringscope {

// Finds the boxes that touch an area, in a tree of boxes packed by rank: neither a box far off nor one that
// covers all of the others makes it slower, as it would a grid. Immutable; any number of threads may ask.
class BoxIndex {
 public:
  BoxIndex() = default;
  // O(n log n), 36 bytes a box. Empty boxes are never found.
  explicit BoxIndex(std::span<const PlaneBox> boxes);

  // The numbers of the boxes that touch `area`, ascending. O(found + log n), and a bit a box.
  void Find(const PlaneBox& area, std::vector<uint32_t>& found) const;

  // Of all boxes.
  [[nodiscard]] PlaneBox bounds() const { return levels_.empty() ? PlaneBox{} : levels_.back().front(); }

 private:
  class Search;

  size_t box_count_ = 0;
  // The boxes that are not empty, neighbours together, and their numbers.
  std::vector<PlaneBox> boxes_;
  std::vector<uint32_t> numbers_;
  // levels_[0][i] holds boxes kFanout i and on, levels_[l + 1][i] nodes kFanout i and on of levels_[l]. The
  // last level is one node.
  std::vector<std::vector<PlaneBox>> levels_;
};

// Widths and font sizes in pixels are clamped to these.
inline constexpr float kMostShapePx = 1000;
inline constexpr float kMostTextPx = 200;

// A width as it is drawn; 0 for what is no number or negative.
[[nodiscard]] float ShapePx(float width_px);
// Whether a text has a box to fit in.
[[nodiscard]] bool HasBox(const ShapeText& text);

// Where the shapes of a batch lie. It is of the batch's places: colours may change without a new one, and so
// may text and widths that get no longer than the longest was. O(n log n) to make, 36 bytes a shape.
// Immutable; any number of threads may ask.
struct ShapeIndex {
  BoxIndex rects, lines, points, texts;
  // How far shapes reach beyond their places, whatever the scale.
  float line_reach_px = 0, point_reach_px = 0, text_reach_px = 0;

  ShapeIndex() = default;
  explicit ShapeIndex(const ShapeBatch& batch);
  // Of all places; infinite where one of them is.
  [[nodiscard]] PlaneBox bounds() const;
};

}  // namespace ringscope
