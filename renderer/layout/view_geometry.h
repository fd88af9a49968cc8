#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "renderer/layout/view.h"

namespace ringscope {

// The frame of an icicle's rows or a treemap's boxes, relative to the middle of the view, x to the right, y
// down. It is half a pixel larger than the margin leaves on each side, so that the gaps between rows, and the
// chart's own edges, lie on whole pixels.
struct IcicleFrame {
  double left_px = 0;
  double top_px = 0;
  double width_px = 0;
  double height_px = 0;  // the most the rows may take; boxes take all
};
[[nodiscard]] IcicleFrame IcicleFrameOf(const ViewSpec& spec);

// A box of a treemap, from the upper left corner of the frame.
struct TreemapBox {
  double left_px = 0, top_px = 0, width_px = 0, height_px = 0;
};
// The height of the title above the callees in a box; 0: no title.
[[nodiscard]] double TitlePx(const ViewSpec& spec, double width_px, double height_px);
// The room for a box's callees and its self cost; without width or height if its frame leaves no room.
[[nodiscard]] TreemapBox RoomInBox(const ViewSpec& spec, const TreemapBox& box);

// The layers that get at least half a pixel each in a view's form, mode, sizing and size (in an icicle, if
// all get the same), at least 1.
[[nodiscard]] uint32_t LayersThatFit(const ViewSpec& spec);

// A ring that one context fills to this share says little: readable rings of this kind are thin. Such rings
// are the first ones around the centre, as what fills a ring has a caller that fills the one below.
inline constexpr double kFilledByOne = 0.9;

// The outer edge of ring `layer` of `layers`; layer 0 is the centre, and one context each fills the first
// `thin` rings around it. With fewer layers no ring gets smaller, and no edge moves inwards.
[[nodiscard]] double RingEdgePx(const ViewSpec& spec, uint32_t layers, uint32_t layer, uint32_t thin = 0);

// The edges of `layers` rings, as ArcBatch::ring_edge_px has them: layers + 1 of them, without a lens.
void SetRingEdges(const ViewSpec& spec, uint32_t layers, uint32_t thin, std::vector<float>& edges_px);

// Same for an icicle's rows; `covered` is the share of each row's width that pieces cover.
void SetRowEdges(const ViewSpec& spec, std::span<const double> covered, std::vector<float>& edges_px);

// Moves edges as the view's lens does.
void EnlargeEdges(const ViewSpec& spec, std::vector<float>& edges_px);

// The two charts of a view with a detail, each as a view of its own. Layers are limited so that rings stay
// thick enough to be read. `detail` must be set; std::nullopt if the chart is too small for two.
struct DetailSpecs {
  ViewSpec inner, outer;
  bool detail_is_inner = false;
};
[[nodiscard]] std::optional<DetailSpecs> SplitForDetail(const ViewSpec& spec);

// The length of a whole turn at a layer's outer edge: the bound on the layer's pieces.
[[nodiscard]] double LayerLengthPx(const ViewSpec& spec, double outer_edge_px);

}  // namespace ringscope
