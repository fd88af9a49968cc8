#pragma once

#include <span>
#include <vector>

#include "app/view/state/app_state.h"
#include "app/views/rings/rings.h"
#include "cct/tree/cct.h"
#include "renderer/layout/view.h"

namespace ringscope {

// How many layers there are at and below a view root, the centre included. O(layers).
[[nodiscard]] uint32_t LayersBelow(const Cct& tree, const ViewRoot& root);

// Layers that people do not count: 1 where the synthetic root is the centre, which is no context of the
// profile. Counts of layers here include it.
[[nodiscard]] uint32_t UncountedLayers(const ViewRoot& root);

// From the limit of layers of a view at `root` to the number that people read and settings keep, and back.
[[nodiscard]] uint32_t ToldDepth(uint32_t depth_limit, const ViewRoot& root);
[[nodiscard]] uint32_t DepthFromTold(uint32_t told, const ViewRoot& root);

// How many of `layers` are shown under a depth limit. `drawn_layers` is what the last layout drew, 0 where
// there was none yet: layers without a single pixel are left out whatever the limit.
[[nodiscard]] uint32_t ShownDepth(uint32_t layers, uint32_t depth_limit, uint32_t drawn_layers);

// Along a call path: how many rings below each of its contexts, were it the centre, the last one lies.
[[nodiscard]] std::vector<uint32_t> RingsToEnd(const Cct& tree, MetricIndex metric, const RingsPlace& place,
                                               std::span<const ContextId> path);

// How many rings of the view from `root` on, the centre included, are filled at least half, down from the centre; at
// least 4. As long as a layout.
[[nodiscard]] uint32_t FilledRings(const Cct& tree, const ViewRoot& root, MetricIndex metric,
                                   const RingsPlace& place);

// What the layout of a chart made of the depth limit, the centre included.
struct LayersOfLayout {
  uint32_t drawn = 0;
  uint32_t of_tree = 0;  // that these are in the tree; fewer than `drawn`: as many
  bool has_more = true;  // below them, but for the depth limit
};
// The same as a value that the pane keeps. O(layers).
[[nodiscard]] DrawnLayers DrawnLayersOf(const ViewState& view, const PaneState& pane,
                                        const LayersOfLayout& laid_out);

// LayersBelow() the view root of a pane's view, less what compressed chains are known to save. O(1) once the
// pane was drawn as it is now.
[[nodiscard]] uint32_t LayersOf(const ViewState& view, const PaneState& pane);

}  // namespace ringscope
