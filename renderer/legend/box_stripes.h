#pragma once

#include <vector>

#include "renderer/color/paint.h"

namespace ringscope {

// A stripe across a box of a legend, in pixels from its upper left corner. It may reach beyond the box, and
// is cut off there.
struct BoxStripe {
  float x1 = 0, y1 = 0, x2 = 0, y2 = 0;
  float width_px = 0;
};

// The stripes that pieces of this look have (kStylePatterns), two of them, in a square box: rising, falling,
// or level. Drawn in the colour of the background. None for other looks.
[[nodiscard]] std::vector<BoxStripe> BoxStripes(PieceStyle pattern, float side_px);

}  // namespace ringscope
