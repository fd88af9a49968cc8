#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "renderer/shapes/place_shapes.h"

namespace ringscope {

// Takes what is made of whole pixels out of what was placed, and draws it as cells of rasters: of tens of
// thousands each as a shape of its own would cost most of a frame. These are opaque rectangles of one pixel,
// which lie over the other rectangles then, and opaque upright and level lines of one pixel's width below the
// rectangles, which lie over the other lines and end with whole pixels. Rectangles look the same where no
// other lies over one of a pixel, as in a diagram, whose boxes hold smaller ones that are drawn after them.
class PixelGatherer {
 public:
  // Fewer are left alone: a raster costs its pixels, however few of them are filled.
  static constexpr size_t kLeastRects = 1000, kLeastLines = 3000;

  // O(shapes, pixels of the view, and the length in view of the lines that are taken).
  void Gather(PlacedShapes& placed);

 private:
  using Cells = std::shared_ptr<std::vector<Color>>;
  void GatherRects(PlacedShapes& placed);
  void GatherLines(PlacedShapes& placed);

  Cells of_rects_, of_lines_;  // used again
};

}  // namespace ringscope
