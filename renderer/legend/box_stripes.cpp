#include "renderer/legend/box_stripes.h"

#include <algorithm>

namespace ringscope {

std::vector<BoxStripe> BoxStripes(PieceStyle pattern, float side_px) {
  std::vector<BoxStripe> stripes;
  if ((pattern & kStylePatterns) == 0) return stripes;
  const float width = std::max(1.0f, side_px * 0.13f);
  for (const float part : {0.3f, 0.75f}) {
    const float reach = side_px * part, left = 2 * reach - side_px;
    if ((pattern & kStyleWrapper) != 0) {
      stripes.push_back({0, reach, side_px, reach, width});
    } else if ((pattern & kStyleNew) != 0) {
      stripes.push_back({left, side_px, 2 * reach, 0, width});
    } else {
      stripes.push_back({left, 0, 2 * reach, side_px, width});
    }
  }
  return stripes;
}

}  // namespace ringscope
