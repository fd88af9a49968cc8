#pragma once

#include "cct/cct.h"
#include "renderer/layout/view.h"

namespace ringscope {

// How many layers there are at and below a view root, the centre included. O(layers).
[[nodiscard]] uint32_t LayersBelow(const Cct& tree, const ViewRoot& root);

// How many of them a depth limit lets through.
[[nodiscard]] uint32_t ShownDepth(const Cct& tree, const ViewRoot& root, uint32_t depth_limit);

}  // namespace ringscope
