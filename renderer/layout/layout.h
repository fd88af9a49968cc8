#pragma once

#include "cct/cct.h"
#include "renderer/layout/arc_batch.h"
#include "renderer/layout/view.h"

namespace ringscope {

// Lays out the pieces of one view. Cost follows pixels, not contexts: O(pieces * log n).
//
// A child whose arc is at least 1 px long at its outer radius is emitted and descended into; a run of smaller siblings
// becomes one rest segment with the run's exact sum. On every layer the number of pieces stays within the layer's outer
// circumference in pixels: where a caller's children would exceed the pixels up to its end, its trailing pieces are
// folded into one rest segment. For every layer d >= 1, exactly in integers:
//   sum(pieces of d) + sum(self of drawn contexts of d-1) = sum(drawn contexts of d-1).
// In an opened run whose own contexts are all too small, the run is divided into at most 64 rest segments of equal
// angle or count, so opening again always gets closer.
//
// Radii (R = half the smaller side less a margin, D layers): equal and length mode r_i = (i+1) R/D; area mode
// r_i = R sqrt((i+1)/D), i.e. r_i = sqrt(r_{i-1}^2 + K/pi) with K = pi r_0^2.
// D = min(depth limit, layers below the view root, layers that get half a pixel each).
//
// Safe on any column contents (see Cct): always terminates, pieces stay within their caller's arc.
// `spec.root` must lie in the tree (clamped otherwise), `spec.metric` be below metric_count().
[[nodiscard]] ArcBatch LayoutView(const Cct& tree, const ViewSpec& spec);

// Same, reusing the vectors of `batch`.
void LayoutView(const Cct& tree, const ViewSpec& spec, ArcBatch& batch);

// Distance from the outermost ring to the nearest edge of the viewport.
inline constexpr float kChartMarginPx = 12.0f;

}  // namespace ringscope
