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

// A rectangle that is of no batch, or no rectangle.
inline constexpr uint32_t kNoShapeRect = 0xffffffffu;

// An upright rectangle on the plane with a border inside its edge. A side that is no number or negative: it
// is not drawn. A side may be infinite, or 0: it is drawn a pixel wide.
struct ShapeRect {
  double x = 0, y = 0;  // upper left corner
  double width = 0, height = 0;
  Color fill;
  Color border;
  float border_px = 0;  // whatever the scale; half of each side as drawn, and a pixel, is left
  // What it stands for.
  ContextId context = kNoContext;
  uint32_t function = kShapeOfNoFunction;
  Color hatch{0, 0, 0, 0};  // of stripes over the fill; without opacity: none
};

// A straight line with round ends, which lie half its width beyond the places given. Not drawn where a place
// is not finite, or beyond 10^150.
struct ShapeLine {
  double x = 0, y = 0, end_x = 0, end_y = 0;
  Color color;
  float width_px = 1;  // whatever the scale
};

// A disc. Not drawn where its place is not finite.
struct ShapePoint {
  double x = 0, y = 0;
  Color color;
  float width_px = 4;  // whatever the scale
};

enum class TextAlign : uint8_t { kLeft, kCenter, kRight };

// One line of text. With a box on the plane: drawn where the box is high enough for the least size and three
// characters wide, shortened and made smaller to fit, and kept in the part of the box that is seen. Without
// one (both sides 0): always whole, beginning, centred or ending at (x, y), and a shift in pixels from it.
struct ShapeText {
  double x = 0, y = 0;  // upper left corner of the box, or the middle of the text's height
  double width = 0, height = 0;
  TextAlign align = TextAlign::kLeft;
  float size_px = 13;
  float shift_x_px = 0, shift_y_px = 0;  // only without a box
  Color color;
  std::string text;  // any bytes; a name of a function is shortened as on segments
  // No name of a function, such as a count with what it counts: cut in its middle, as a part of it alone
  // would say something else.
  bool is_plain = false;
  uint32_t rect = kNoShapeRect;  // of the batch, whose name it is
};

// Cells of one size, row by row from the upper left corner, each of one colour; those without opacity show
// what is below. Thousands of cells cost hardly more than one rectangle. Cells are drawn on whole pixels:
// whoever wants all of them equally large gives them whole pixels.
struct ShapeRaster {
  double x = 0, y = 0;  // upper left corner
  double cell_width = 1, cell_height = 1;
  uint32_t columns = 0, rows = 0;
  std::shared_ptr<const std::vector<Color>> cells;  // columns * rows
  // So many rectangles of the batch, the first ones, lie below it, the others over it; not fewer than below
  // the raster before.
  size_t rects_below = 0;
};

// What a diagram or a plot is made of, whatever part of it is seen. Lines of the ground lie lowest, then
// rectangles and rasters, lines, points, text; within a kind later ones lie over earlier ones. For another
// order than `lines_below` knows draw several batches.
//
// Rows, not columns as in ArcBatch: of 100,000 a frame reads the thousands that are in view, each whole.
struct ShapeBatch {
  std::vector<ShapeRect> rects;
  std::vector<ShapeLine> lines;
  std::vector<ShapePoint> points;
  std::vector<ShapeText> texts;
  // Few: they are in no index.
  std::vector<ShapeLine> ground;
  std::vector<ShapeRaster> rasters;
  bool lines_below = false;  // lines lie below the rectangles

  // Empties all of it, and keeps the memory.
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
