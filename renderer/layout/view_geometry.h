#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "renderer/layout/view.h"

namespace ringscope {

// Where the rows of an icicle lie, relative to the middle of the view, x to the right, y down. Half a pixel
// wider on each side than the margin allows, so that the gaps between rows, and the chart's own edges, lie on
// whole pixels.
struct IcicleFrame {
  double left_px = 0;
  double top_px = 0;
  double width_px = 0;
  double height_px = 0;  // the most for all rows
};
[[nodiscard]] IcicleFrame IcicleFrameOf(const ViewSpec& spec);

// The layers that get at least half a pixel each in a view's form, mode, sizing and size (in an icicle, with
// rows of equal height), at least 1.
[[nodiscard]] uint32_t LayersThatFit(const ViewSpec& spec);

// The outer edge of ring `layer` of `layers` rings, the centre being layer 0. With fewer layers no ring gets
// smaller, and no edge moves inwards.
[[nodiscard]] double RingEdgePx(const ViewSpec& spec, uint32_t layers, uint32_t layer);

// The edges of `layers` rings for ArcBatch::ring_edge_px: layers + 1 entries, without a lens.
void SetRingEdges(const ViewSpec& spec, uint32_t layers, std::vector<float>& edges_px);

// The edges of an icicle's rows; `covered`: the shares of their width that pieces cover.
void SetRowEdges(const ViewSpec& spec, std::span<const double> covered, std::vector<float>& edges_px);

// Moves edges by the view's lens.
void EnlargeEdges(const ViewSpec& spec, std::vector<float>& edges_px);

// The length of a whole turn at a layer's outer edge: the bound on the layer's pieces.
[[nodiscard]] double LayerLengthPx(const ViewSpec& spec, double outer_edge_px);

}  // namespace ringscope
