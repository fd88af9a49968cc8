#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "renderer/diagram/boxes.h"
#include "renderer/shapes/plane.h"

namespace ringscope {

struct BoxEdge {
  uint32_t from = 0, to = 0;  // boxes; the same: a loop
  double cost = 0;
};

enum class EdgeRole : uint8_t {
  kTree,   // the dearest one to a box, under whose caller it stands
  kOther,  // another one downwards
  kBack,   // upwards: without these there is no cycle
  kLoop,   // of a box to itself
};

struct CallLayers {
  std::vector<PlanePoint> place;  // upper left corners, by box
  std::vector<uint32_t> parent;   // by box: the caller it stands under, or kNoBox
  std::vector<EdgeRole> role;     // by edge
};

// A graph in layers, each caller above its callees but for the edges of role kBack, which close cycles. A box
// stands in the layer behind the lowest of its callers, and under the caller that costs most. Boxes that
// nothing leads to begin at the top; of a cycle that nothing leads to the box that comes first. Edges to
// boxes that are not there are loops of no box, and ignored. O(boxes log boxes + edges).
[[nodiscard]] CallLayers ArrangeCalls(std::span<const BoxSize> boxes, std::span<const BoxEdge> edges,
                                      const BoxGaps& gaps);

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
