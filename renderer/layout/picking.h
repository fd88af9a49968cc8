#pragma once

#include <optional>

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
  // Rings: clockwise from 12 o'clock, in [0, 1). Icicle: from the left edge, 1 = the right edge; beyond them
  // where the point is.
  double turns = 0;
  double radius_px = 0;  // from the centre; icicle: below the top, negative above it
};

[[nodiscard]] ChartPlace PlaceFromChart(const ViewSpec& spec, ChartPoint point);

// A lens of ordinary strength on a point of a view; nothing off the chart.
[[nodiscard]] std::optional<Lens> LensAt(const ArcBatch& batch, ChartPoint point);

// What is under a point.
struct Pick {
  ContextId context = kNoContext;  // the exact context, also where it is too small to be drawn
  uint32_t piece = 0;              // the piece of the batch that is drawn there
  bool in_rest = false;            // the piece is a rest segment and `context` one of its run
  friend bool operator==(const Pick&, const Pick&) = default;
};

// The context whose exact arc covers the point: O(log pieces + log n), no GPU. Through a lens: the context
// that is seen there. Nothing for points outside the outermost ring, on self gaps, and beyond the depth
// limit. Inside a rest segment the exact sibling is found; deeper than the rest segment nothing is drawn, so
// nothing is picked. The centre of an opened run is picked as the run's caller, not in_rest.
[[nodiscard]] std::optional<Pick> PickContext(const Cct& tree, const ArcBatch& batch, ChartPlace place);

// The piece that shows `context` in this batch: its own, or the rest segment that contains it; nothing when
// it is outside the view root, below the depth limit or below a rest segment, or has no arc (value 0). O(log
// pieces).
[[nodiscard]] std::optional<uint32_t> FindPiece(const Cct& tree, const ArcBatch& batch, ContextId context);

}  // namespace ringscope
