#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "renderer/shapes/place_shapes.h"

namespace ringscope {

// Takes what is made of whole pixels out of what was placed, and draws it as cells of rasters: of tens of
// thousands each as a shape of its own would cost most of a frame.
// - Opaque rectangles of one pixel, over the other rectangles. This looks the same where no other lies over
// one of
//   them, as in a diagram, whose boxes hold smaller ones that are drawn after them.
// - Opaque upright and level lines of one pixel's width that lie below rectangles, over the other lines; both
// ends
//   are whole pixels.
class PixelGatherer {
 public:
  // Fewer are left alone: to draw a raster costs as much as so many.
  static constexpr size_t kLeastRects = 1000, kLeastLines = 3000;

  // O(shapes, and pixels of the view).
  void Gather(PlacedShapes& placed);

 private:
  using Cells = std::shared_ptr<std::vector<Color>>;
  void GatherRects(PlacedShapes& placed);
  void GatherLines(PlacedShapes& placed);

  Cells of_rects_, of_lines_;  // used again
};

}  // namespace ringscope
