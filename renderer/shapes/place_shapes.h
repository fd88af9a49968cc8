#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "renderer/shapes/plane.h"
#include "renderer/shapes/shape_batch.h"
#include "renderer/shapes/shape_index.h"
#include "renderer/text/labels.h"
#include "renderer/text/name_text.h"

namespace ringscope {

// A shape in view, in pixels from the view's upper left corner. Parts far outside the view are cut off, so
// that floats hold the coordinates.
struct PlacedRect {
  float left_px = 0, top_px = 0, width_px = 0, height_px = 0;
  float border_px = 0;
  Color fill, border;
  uint32_t rect = 0;        // of the batch
  Color hatch{0, 0, 0, 0};  // as in ShapeRect
};
struct PlacedStroke {
  float x_px = 0, y_px = 0, end_x_px = 0, end_y_px = 0;  // a point: both ends the same
  float width_px = 0;
  Color color;
};
struct PlacedRaster {
  float left_px = 0, top_px = 0, width_px = 0, height_px = 0;
  uint32_t columns = 0, rows = 0;
  std::shared_ptr<const std::vector<Color>> cells;
  size_t rects_below = 0;  // the number of placed rectangles below the raster
};

// The shapes that a camera sees, ready for a renderer. The vectors are used again.
struct PlacedShapes {
  float width_px = 0, height_px = 0;  // of the view
  std::vector<PlacedRect> rects;
  std::vector<PlacedRaster> rasters;
  std::vector<PlacedStroke> strokes;  // lines of the ground, other lines, then points
  size_t strokes_below = 0;           // the number of first strokes that lie below the rectangles
  // Label::piece is the text's number in the batch; offsets as LabelDirection::kRow has them, from the middle
  // of the view rounded down to whole pixels.
  std::vector<Label> labels;
  std::vector<Color> label_colors;
  std::vector<uint32_t> scratch;
  std::vector<uint8_t> covered;
};

// Places the shapes in view, without text. No shape vanishes for being small: sides and widths are drawn at
// least a pixel wide, a rectangle without sides as one whole pixel. Only the topmost is kept of opaque
// rectangles of one pixel, of opaque lines within a pixel, if there is no such rectangle, and of opaque lines
// from one pixel to another. Neighbours that lie together within half a pixel count as one place, that of the
// topmost; RectsOfPixel() has them all. Upright and level lines lie on whole pixels. O(shapes that can be
// told apart in view), and a bit a shape. A camera that is not sound sees nothing. `index` must be of this
// batch.
void PlaceShapes(const ShapeBatch& batch, const ShapeIndex& index, const PlaneCamera& camera,
                 PlacedShapes& placed);

// Places the text, after PlaceShapes(): first text without a box, then that of the widest boxes, `max_labels`
// in all. O(texts in view), and measuring a few times max_labels of them.
void PlaceTexts(const ShapeBatch& batch, const ShapeIndex& index, const PlaneCamera& camera,
                const LabelOptions& options, const MeasureText& measure, PlacedShapes& placed);

// Places a batch whose unit is a pixel, unchanged; without `measure` no text.
[[nodiscard]] PlacedShapes PlacePixels(const ShapeBatch& batch, float width_px, float height_px,
                                       const MeasureText& measure);

// The topmost rectangle that is at most half a pixel away from a place in the view.
[[nodiscard]] std::optional<uint32_t> RectAt(const ShapeIndex& index, const PlaneCamera& camera, double x_px,
                                             double y_px);
// The rectangles smaller than a pixel whose middles lie in this one, ascending. Takes a bit for each box of
// the index.
[[nodiscard]] std::vector<uint32_t> RectsOfPixel(const ShapeBatch& batch, const ShapeIndex& index,
                                                 const PlaneCamera& camera, double x_px, double y_px);

}  // namespace ringscope
