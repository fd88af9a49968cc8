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
  kTree,   // the dearest edge to a box, which stands under the edge's caller
  kOther,  // another edge downwards
  kBack,   // upwards: the other edges form no cycle
  kLoop,   // from a box to itself
};

struct CallLayers {
  std::vector<PlanePoint> place;  // upper left corners, by box
  std::vector<uint32_t> parent;   // by box: the caller it stands under, or kNoBox
  std::vector<EdgeRole> role;     // by edge
  // By box, below the topmost of a column: an edge from above comes to the left of the box, from the top of
  // its column down. The distance of that top to the box's upper left corner; 0 for a topmost box.
  std::vector<double> below_top;
};

// A graph in layers, each caller above its callees, except for edges of role kBack, which close cycles. A box
// stands in the layer behind its lowest caller, and under the caller that costs most. Boxes without callers
// begin at the top, and so does the first box of a cycle without callers. Edges to missing boxes have role
// kLoop and are ignored. O(boxes log boxes + edges).
[[nodiscard]] CallLayers ArrangeCalls(std::span<const BoxSize> boxes, std::span<const BoxEdge> edges,
                                      const BoxGaps& gaps);

// Same within a width: the boxes of a layer that is too wide stand above each other in columns, and the whole
// comes close to `aspect`, its width by its height. Boxes of a layer stand in the order of a walk through the
// tree of callers that cost most, each as near below its caller as the others allow. O(boxes + edges), and
// some ten times O(boxes).
[[nodiscard]] CallLayers ArrangeCallColumns(std::span<const BoxSize> boxes, std::span<const BoxEdge> edges,
                                            const BoxGaps& gaps, double aspect = 1.6);

}  // namespace ringscope
