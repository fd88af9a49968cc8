#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "renderer/layout/view.h"

namespace ringscope {

// Where the rows of an icicle lie, relative to the middle of the view, x to the right, y down. Half a pixel
// larger than the margin leaves on each side, so that the gaps between rows, and the chart's own edges, lie
// on whole pixels.
struct IcicleFrame {
  double left_px = 0;
  double top_px = 0;
  double width_px = 0;
  double height_px = 0;  // the most the rows may take
};
[[nodiscard]] IcicleFrame IcicleFrameOf(const ViewSpec& spec);

// The layers that get at least half a pixel each in a view's form, mode, sizing and size (in an icicle, if
// all get the same), at least 1.
[[nodiscard]] uint32_t LayersThatFit(const ViewSpec& spec);

// The outer edge of the ring `layer` where there are `layers` of them, the centre being layer 0. No ring gets
// smaller, and no edge moves inwards, where there are fewer.
[[nodiscard]] double RingEdgePx(const ViewSpec& spec, uint32_t layers, uint32_t layer);

// The edges of `layers` rings, as ArcBatch::ring_edge_px has them: layers + 1 of them, without a lens.
void SetRingEdges(const ViewSpec& spec, uint32_t layers, std::vector<float>& edges_px);

// The same for an icicle's rows, of whose width the pieces cover the given shares.
void SetRowEdges(const ViewSpec& spec, std::span<const double> covered, std::vector<float>& edges_px);

// Moves edges as the view's lens does.
void EnlargeEdges(const ViewSpec& spec, std::vector<float>& edges_px);

// How long a whole turn is at a layer's outer edge: the bound on the layer's pieces.
[[nodiscard]] double LayerLengthPx(const ViewSpec& spec, double outer_edge_px);

}  // namespace ringscope
