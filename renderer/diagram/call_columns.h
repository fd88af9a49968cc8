#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "renderer/diagram/call_layers.h"

namespace ringscope {

// A graph of calls in layers, each caller above its callees as in ArrangeCalls(), that is no wider than it
// shall be: where a layer has too many boxes they stand above each other in columns.
struct CallColumns {
  CallLayers layers;
  // By box: not the topmost one of its column, so that an edge from above comes to the left of it, from the
  // top of its column down. The distance to the box's upper left corner; 0: the topmost one.
  std::vector<double> below_top;
};

// The whole comes close to `aspect`, its width by its height. Boxes of a layer stand in the order of a walk
// through the tree of callers that cost most, and as near to below their callers as the others allow.
// O(boxes + edges), and some ten times O(boxes).
[[nodiscard]] CallColumns ArrangeCallColumns(std::span<const BoxSize> boxes, std::span<const BoxEdge> edges,
                                             const BoxGaps& gaps, double aspect = 1.6);

}  // namespace ringscope
