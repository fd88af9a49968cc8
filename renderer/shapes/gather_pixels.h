#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "renderer/shapes/place_shapes.h"

namespace ringscope {

// Takes shapes of whole pixels out of the placed shapes, and draws them as cells of rasters: tens of
// thousands of single shapes would cost most of a frame. It takes opaque rectangles of one pixel, which then
// lie over the other rectangles, and, among the lines below the rectangles, opaque upright and level lines of
// one pixel's width that end with whole pixels, which then lie over the other lines. The picture stays the
// same if no rectangle lies over one of a pixel, as in a diagram, whose boxes are drawn before the smaller
// ones they hold.
class PixelGatherer {
 public:
  // Fewer shapes stay as they are: a raster costs its pixels, even if few of them are filled.
  static constexpr size_t kLeastRects = 1000, kLeastLines = 3000;

  // O(shapes, pixels of the view, and the length in view of the taken lines).
  void Gather(PlacedShapes& placed);

 private:
  using Cells = std::shared_ptr<std::vector<Color>>;
  void GatherRects(PlacedShapes& placed);
  void GatherLines(PlacedShapes& placed);

  Cells of_rects_, of_lines_;  // kept to use their memory again
};

}  // namespace ringscope
