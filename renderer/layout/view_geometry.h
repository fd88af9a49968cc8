#pragma once

#include <cstdint>
#include <vector>

#include "renderer/layout/view.h"

namespace ringscope {

// The layers that get at least half a pixel each in a view's mode and size, at least 1.
[[nodiscard]] uint32_t LayersThatFit(const ViewSpec& spec);

// The edges of a chart of `layers` layers, as ArcBatch::ring_edge_px has them: layers + 1 of them.
void SetLayerEdges(const ViewSpec& spec, uint32_t layers, std::vector<float>& edges_px);

}  // namespace ringscope
