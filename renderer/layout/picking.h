#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "cct/tree/cct.h"
#include "renderer/layout/arc_batch.h"

namespace ringscope {

// A point relative to the chart's centre, x to the right, y down.
struct ChartPoint {
  float x_px = 0;
  float y_px = 0;
};

// A place on the chart in its own coordinates, as drawn: a lens is not undone.
struct ChartPlace {
  // Rings: clockwise from 12 o'clock, in [0, 1). Icicle and treemap: from the left edge, 1 = the right edge;
  // outside [0, 1] for points beside the chart.
  double turns = 0;
  double radius_px = 0;  // from the centre; icicle, treemap: below the top, negative above it
};

[[nodiscard]] ChartPlace PlaceFromChart(const ViewSpec& spec, ChartPoint point);

// A lens of ordinary strength on a point of a view; std::nullopt off the chart.
[[nodiscard]] std::optional<Lens> LensAt(const ArcBatch& batch, ChartPoint point);

// A lens on a point that enlarges `factor` times, or the view's own lens enlarging `factor` times as much if
// that is near the point or `factor` is below 1. std::nullopt off the chart, and where the lens would not
// enlarge.
[[nodiscard]] std::optional<Lens> StrongerLensAt(const ArcBatch& batch, ChartPoint point, float factor);

// ViewSpec::held_edges that keep the layers up to a point in place. Empty off the chart, and in charts whose
// edges are fixed otherwise: plain rings, area mode, treemaps, with a lens or a detail.
[[nodiscard]] std::vector<float> HeldEdgesAt(const ArcBatch& batch, ChartPoint point);

// The context and the piece under a point.
struct Pick {
  ContextId context = kNoContext;  // the exact context, also where it is too small to be drawn
  uint32_t piece = 0;              // the piece of the batch that is drawn there
  bool in_rest = false;            // the piece is a rest segment and `context` one of its run
  friend bool operator==(const Pick&, const Pick&) = default;
};

// The context whose exact arc covers the point: O(log pieces + log n), no GPU. Through a lens: the context
// that is seen there. std::nullopt outside the outermost ring, on self gaps, and beyond the depth limit.
// Inside a rest segment the exact sibling is found; its callees are not drawn and hence not picked. The
// centre of an opened run is picked as the run's caller, not in_rest. The contexts of a compressed chain
// divide the thickness of its layer evenly if each then has kLeastChainContextPx of it; on a thinner layer
// the chain's head is picked everywhere. Treemap: the innermost box, O(pieces); siblings of a rest share the
// width of its box, and a chain is its head.
inline constexpr float kLeastChainContextPx = 4;
[[nodiscard]] std::optional<Pick> PickContext(const Cct& tree, const ArcBatch& batch, ChartPlace place);

// The context whose self cost is drawn as the gap at a point: between or beside its callees on the next
// layer. std::nullopt elsewhere, in a treemap, and in equal mode, where gaps mean nothing. Otherwise as
// PickContext().
[[nodiscard]] std::optional<Pick> PickSelfGap(const Cct& tree, const ArcBatch& batch, ChartPlace place);

// The piece that shows `context` in this batch, or in one part of a view with a detail: its own, or the
// compressed chain or the rest segment that contains it; std::nullopt outside the view root, below the depth
// limit or a rest segment, and without an arc (value 0). O(log pieces); with compressed chains O(pieces +
// contexts of chains), which is less than it would cost to keep an order of ids with each layout.
[[nodiscard]] std::optional<uint32_t> FindPiece(const Cct& tree, const ArcBatch& batch, ContextId context,
                                                uint32_t part = 0);

// FindPiece() for many contexts of one batch, which it borrows: O(log pieces) each, in any batch.
class PieceFinder {
 public:
  // O(1); with compressed chains O(p log p) for p = pieces + contexts of chains.
  PieceFinder(const Cct& tree, const ArcBatch& batch, uint32_t part = 0);

  [[nodiscard]] std::optional<uint32_t> Find(ContextId context) const;

 private:
  const Cct& tree_;
  const ArcBatch& batch_;
  const uint32_t part_;
  // With compressed chains: the first context of each piece and all contexts of chains, in order, and their
  // pieces.
  std::vector<std::pair<ContextId, uint32_t>> piece_of_;
};

}  // namespace ringscope
