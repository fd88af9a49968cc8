#pragma once

#include "cct/tree/cct.h"
#include "renderer/layout/arc_batch.h"
#include "renderer/layout/view.h"

namespace ringscope {

// Lays out the pieces of one view. Cost follows pixels, not contexts: O(pieces * log n).
//
// Length and area mode: a child whose arc is at least 1 px long at its layer's outer radius is emitted and
// descended into; a run of smaller neighbours becomes one rest segment, however wide, with the run's exact
// count and sum. Children whose inclusive value is 0 in the view's metric have no arc: a rest segment beside
// them counts them; else they are not listed at all.
//
// Equal mode: children share their caller's angle equally whatever the metric says, even those of value 0. If
// a child would be narrower than 1 px, one rest segment for all of them covers the caller's whole angle.
//
// Icicle: the chart's width is the circle and the only length: "outer radius" and "circumference" mean the
// width on every layer. Rows are at most max_row_px high. They are equally high if that fits into the height,
// and always in area mode, where areas are then proportional to values over the whole chart. Otherwise a row
// is the higher the more of its width pieces cover, so that full rows keep room for text and the thin chains
// below do not take it away.
//
// Lens: start_turns, sweep_turns and ring_edge_px are those of the drawn, distorted pieces; start_units,
// sweep_units and all sums stay exact. Pixels are measured on the distorted chart, so contexts of a rest
// segment are resolved under the lens, and contexts shrunk elsewhere become rest. Equal mode: siblings that
// are too small are then gathered run by run as in the other modes. The number of layers is that without the
// lens. In rings, start_turns may lie up to half a turn outside [0, 1), as a lens moves what lies near 12
// o'clock across it.
//
// Opened run: its contexts share the whole circle and there is no self gap. If they stay too small, so that
// rest segments would cover more than half of the first ring, these are divided into up to 64 parts in all,
// of about equal angle, so that opening again always gets closer.
//
// Compressed chains (see chains.h): a chain is one piece, and the pieces of its last context's callees lie on
// the next layer. So a layer is a ring, not a layer of the tree, and the depth limit counts rings. Without a
// depth limit the chart has as many rings for the layers of the tree as it takes for the visible ones. Sums
// hold with the self values of the chains' last contexts. A view without chains has the layout without
// compression.
//
// Whole: if the circle stands for more than the view root (ViewSpec::whole), callees keep to the root's part,
// from its beginning. The centre disc is whole nevertheless; the root's row of an icicle ends with that part.
//
// Bound: on every layer the number of pieces stays within the layer's outer circumference in pixels. If a
// caller's children would exceed the pixels up to the caller's end, its trailing pieces are folded into one
// rest segment.
//
// Sums, exactly in integers, for every layer d >= 1 of a view whose root is a context:
//
//   sum(pieces of d) + sum(self of drawn contexts of d-1) = sum(drawn contexts of d-1).
//
// The first ring of an opened run sums up to the run's value.
//
// Radii (R = half the smaller side less kChartMarginPx, D layers): equal and length mode r_i = (i+1) R/D;
// area mode r_i = R sqrt((i+1)/D), i.e. r_i = sqrt(r_{i-1}^2 + K/pi) with K = pi r_0^2.
//
// D = min(depth limit, layers from the view root down, layers that get half a pixel each), at least 1, and
// never more than the layers with pieces: a chart has no empty rings at its rim. With a depth limit D is
// about as large as that allows; without a limit (kAllLayers) D is the layers that are drawn when every layer
// of the tree gets its ring, which shows most of a tree with a few very deep chains.
//
// Safe on any column contents (see Cct): always terminates, pieces stay within their caller's arc, and the
// work stays bounded by the pixels and by the contexts that chains may have. `spec.root` and `spec.metric`
// outside the tree are clamped.
[[nodiscard]] ArcBatch LayoutView(const Cct& tree, const ViewSpec& spec);

// LayoutView() that reuses the vectors of `batch`.
void LayoutView(const Cct& tree, const ViewSpec& spec, ArcBatch& batch);

// How many layers of the tree, the view root's included, the pieces lie on: more than the layers of the batch
// if chains are compressed. O(pieces).
[[nodiscard]] uint32_t TreeLayersDrawn(const ArcBatch& batch);

// The whole tree on a chart of a common size, whatever the window's: what is derived from the batch does not
// change with the view.
[[nodiscard]] ArcBatch WholeTreeBatch(const Cct& tree, MetricIndex metric);

// Distance from the outermost ring to the nearest edge of the viewport, and around an icicle.
inline constexpr float kChartMarginPx = 12.0f;

}  // namespace ringscope
