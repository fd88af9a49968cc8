#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "renderer/shapes/place_shapes.h"

namespace ringscope {

// Takes the opaque rectangles of one whole pixel out of what was placed, and draws them as the cells of one
// raster over the other rectangles: of tens of thousands each as a shape of its own would cost most of a
// frame. Looks the same where no other rectangle lies over one of a pixel, as in a diagram, whose boxes hold
// smaller ones that are drawn after them.
class PixelGatherer {
 public:
  // Fewer are left alone.
  static constexpr size_t kLeastPixels = 1000;

  // O(rectangles and pixels of the view).
  void Gather(PlacedShapes& placed);

 private:
  std::shared_ptr<std::vector<Color>> cells_;  // used again
};

}  // namespace ringscope
