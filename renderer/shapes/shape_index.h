#pragma once

#include "renderer/shapes/box_index.h"
#include "renderer/shapes/plane.h"
#include "renderer/shapes/shape_batch.h"

namespace ringscope {

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
