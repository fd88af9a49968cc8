#pragma once

#include <vector>

#include "cct/tree/cct.h"

namespace ringscope {

// From `from` downwards: the child with the largest inclusive value (the first of equals), again and again,
// while that is not 0 and at least `least_share` (0 to 1) of its caller's. Without `from` itself. O(children
// of the contexts on the path), of the first metric O(path).
[[nodiscard]] std::vector<ContextId> HotPath(const Cct& tree, ContextId from, MetricIndex metric,
                                             double least_share);

}  // namespace ringscope
