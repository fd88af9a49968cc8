#pragma once

#include "app/core/app_state.h"
#include "cct/tree/cct.h"
#include "renderer/layout/view.h"

namespace ringscope {

// How many layers there are at and below a view root, the centre included. O(layers).
[[nodiscard]] uint32_t LayersBelow(const Cct& tree, const ViewRoot& root);

// The centre is the top of several: no context of the profile, so that its layer is none where layers are
// told to people. Counts of layers here include it.
[[nodiscard]] uint32_t UntoldLayers(const ViewRoot& root);

// A limit of layers as it is told to people and kept in the settings, from one of a view at `root`, and back.
[[nodiscard]] uint32_t ToldDepth(uint32_t depth_limit, const ViewRoot& root);
[[nodiscard]] uint32_t DepthFromTold(uint32_t told, const ViewRoot& root);

// How many of `layers` are shown under a depth limit. `drawn_layers` is what the last layout drew, 0 where
// there was none yet: layers without a single pixel are left out whatever the limit.
[[nodiscard]] uint32_t ShownDepth(uint32_t layers, uint32_t depth_limit, uint32_t drawn_layers);

// LayersBelow() the view root of a pane's view. O(1) once the pane was drawn.
[[nodiscard]] uint32_t LayersOf(const ViewState& view, const PaneState& pane);

}  // namespace ringscope
