#pragma once

#include <span>
#include <vector>

#include "app/view/state/app_state.h"
#include "app/view/state/view_state.h"
#include "app/views/rings/rings.h"
#include "cct/tree/cct.h"
#include "renderer/layout/view.h"

namespace ringscope {

// The number of layers at and below a view root, the centre included. O(layers).
[[nodiscard]] uint32_t LayersBelow(const Cct& tree, const ViewRoot& root);

// Layers that people do not count: 1 if the synthetic root, which is no context of the profile, is the
// centre. Counts of layers here include it.
[[nodiscard]] uint32_t UncountedLayers(const ViewRoot& root);

// Convert the depth limit of a view at `root` to the number for people and settings, and back.
[[nodiscard]] uint32_t ToldDepth(uint32_t depth_limit, const ViewRoot& root);
[[nodiscard]] uint32_t DepthFromTold(uint32_t told, const ViewRoot& root);

// How many of `layers` are shown under a depth limit. `drawn_layers`: of the last layout, which left out
// layers without a pixel whatever the limit; 0 before the first layout.
[[nodiscard]] uint32_t ShownDepth(uint32_t layers, uint32_t depth_limit, uint32_t drawn_layers);

// For each context of a call path: how many rings the path's end would lie below that context as the centre.
[[nodiscard]] std::vector<uint32_t> RingsToEnd(const Cct& tree, MetricIndex metric, const RingsPlace& place,
                                               std::span<const ContextId> path);

// The depth limit of a first picture, at most the view's own: as many layers as are thick enough to be read
// and full enough to be more than a few spikes around a dot, the centre included. Costs a few layouts.
[[nodiscard]] uint32_t ReadableDepth(const Cct& tree, ViewSpec view);

// The layers that the layout of a chart drew, the centre included.
struct LayersOfLayout {
  uint32_t drawn = 0;
  uint32_t of_tree = 0;  // the layers of the tree that they stand for; less than `drawn` means `drawn`
  bool has_more = true;  // the depth limit hides layers below
};
// The value that the pane keeps of a layout. O(layers).
[[nodiscard]] DrawnLayers DrawnLayersOf(const ViewState& view, const PaneState& pane,
                                        const LayersOfLayout& laid_out);

// LayersBelow() the view root of a pane's view, minus what compressed chains are known to save. O(1) once the
// pane's present state was drawn.
[[nodiscard]] uint32_t LayersOf(const ViewState& view, const PaneState& pane);

// The least arc and thickness of a context that counts as seen.
inline constexpr double kSeenArcPx = 8;
inline constexpr double kSeenLayerPx = 6;

// The nearest place at which a context can be seen: the present place if it shows the context; else the same
// with more layers; else one with a new centre, the outermost caller below the present centre (the outermost
// of all for a context elsewhere) around which the context's arc is long and thick enough; at last the
// context itself. O(layers log n).
[[nodiscard]] ViewPosition PositionThatShows(const ViewState& view, const PaneState& pane, ContextId context);

// The present place, with as many layers as it takes to reach a context below the centre. O(layers log n).
[[nodiscard]] ViewPosition PositionWithLayersTo(const ViewState& view, ContextId context);

}  // namespace ringscope
