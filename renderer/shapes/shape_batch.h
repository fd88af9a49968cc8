#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cct/tree/cct.h"
#include "renderer/color/color.h"

namespace ringscope {

// No function; functions are numbered as in FunctionIndex.
inline constexpr uint32_t kShapeOfNoFunction = 0xffffffffu;

// The number of no rectangle of a batch.
inline constexpr uint32_t kNoShapeRect = 0xffffffffu;

// An upright rectangle on the plane with a border inside its edge. Not drawn if a side is negative or NaN. A
// side may be infinite; a side of 0 is drawn a pixel wide.
struct ShapeRect {
  double x = 0, y = 0;  // upper left corner
  double width = 0, height = 0;
  Color fill;
  Color border;
  float border_px = 0;  // at any scale; leaves half of each drawn side, and a pixel
  // The context or function that the rectangle stands for.
  ContextId context = kNoContext;
  uint32_t function = kShapeOfNoFunction;
  Color hatch{0, 0, 0, 0};  // of stripes over the fill; without opacity: no stripes
};

// A straight line with round ends, which lie half its width beyond the given places. Not drawn if a place is
// not finite, or beyond 10^150.
struct ShapeLine {
  double x = 0, y = 0, end_x = 0, end_y = 0;
  Color color;
  float width_px = 1;  // at any scale
};

// A disc. Not drawn if its place is not finite.
struct ShapePoint {
  double x = 0, y = 0;
  Color color;
  float width_px = 4;  // at any scale
};

enum class TextAlign : uint8_t { kLeft, kCenter, kRight };

// One line of text. With a box on the plane: drawn if the box is high enough for the least size and three
// characters wide, shortened and made smaller to fit, and kept in the visible part of the box. Without a box
// (both sides 0): always whole, beginning, centred or ending at (x, y), shifted by some pixels.
struct ShapeText {
  double x = 0, y = 0;  // upper left corner of the box, or the middle of the text's height
  double width = 0, height = 0;
  TextAlign align = TextAlign::kLeft;
  float size_px = 13;
  float shift_x_px = 0, shift_y_px = 0;  // only without a box
  Color color;
  std::string text;  // any bytes; a name of a function is shortened as on segments
  // A text that is no function's name, such as a count with its noun: cut in its middle, as a part of the
  // count alone would mean something else.
  bool is_plain = false;
  uint32_t rect = kNoShapeRect;  // the rectangle of the batch that the text names
};

// Cells of one size, row by row from the upper left corner, each of one colour; cells without opacity show
// what lies below. Thousands of cells cost hardly more than one rectangle. Cells are drawn on whole pixels:
// for cells of equal size give sizes in whole pixels.
struct ShapeRaster {
  double x = 0, y = 0;  // upper left corner
  double cell_width = 1, cell_height = 1;
  uint32_t columns = 0, rows = 0;
  std::shared_ptr<const std::vector<Color>> cells;  // columns * rows
  // The first rectangles of the batch, this many, lie below the raster, the others over it; not fewer than
  // for the raster before.
  size_t rects_below = 0;
};

// The shapes of a diagram or a plot, whichever part of it is visible. Lines of the ground lie lowest, then
// rectangles and rasters, lines, points, text; within a kind later shapes lie over earlier ones. For other
// orders than with `lines_below` draw several batches.
//
// Rows, not columns as in ArcBatch: a frame reads only the thousands of 100,000 that are in view, each whole.
struct ShapeBatch {
  std::vector<ShapeRect> rects;
  std::vector<ShapeLine> lines;
  std::vector<ShapePoint> points;
  std::vector<ShapeText> texts;
  // Few shapes, hence without an index.
  std::vector<ShapeLine> ground;
  std::vector<ShapeRaster> rasters;
  bool lines_below = false;  // lines lie below the rectangles

  // Empties the batch, and keeps its memory.
  void Clear() {
    rects.clear();
    lines.clear();
    points.clear();
    texts.clear();
    ground.clear();
    rasters.clear();
  }
};

}  // namespace ringscope
