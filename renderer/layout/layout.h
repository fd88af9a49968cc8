#pragma once

#include "cct/tree/cct.h"
#include "renderer/layout/arc_batch.h"
#include "renderer/layout/view.h"

namespace ringscope {

// Lays out the pieces of one view. Cost follows pixels, not contexts: O(pieces * log n).
//
// Length and area mode: a child whose arc is at least 1 px long at its layer's outer radius is emitted and
// descended into; a run of smaller neighbours becomes one rest segment, however wide, with the run's exact
// count and sum. Children whose inclusive value is 0 in the view's metric have no arc: they are counted by a
// rest segment they lie next to, and are otherwise not listed at all.
//
// Equal mode: children share their caller's angle equally whatever the metric says, those of value 0 too.
// Where a child would be narrower than 1 px, one rest segment for all of them covers the caller's whole
// angle.
//
// Icicle: the chart's width is the circle; "outer radius" and "circumference" mean this width on every layer.
// Rows are at most max_row_px high. They are equally high if that fills no more than the height, and always
// in area mode, where areas are then proportional to values over the whole chart. Otherwise a row is the
// higher the more of its width is covered by pieces, so that full rows keep room for text and the thin chains
// below them do not take it away.
//
// Treemap: the view root's box is the chart. Callees divide their caller's box within its frame, squarified
// (M. Bruls et al., "Squarified treemaps", 2000). The room inside the frame stands for the caller's inclusive
// value, so that areas of siblings are exactly proportional; the part left free is the caller's self cost.
// Frames hold a title if there is room. In area mode there are no frames, and areas are proportional over the
// whole chart. A callee is drawn if its box has the area of a few pixels and more than one in
// kMostBoxesOfLayer of the chart; a run of smaller callees is one box of their exact sum. A box all of whose
// callees are that small, or whose frame leaves no room, is drawn without callees: it stands for their sum
// and is marked (kArcContinues), as are all boxes from the layer on that has kMostBoxesOfLayer boxes.
//
// Lens: start_turns, sweep_turns and ring_edge_px are those of the drawn, distorted pieces; start_units,
// sweep_units and all sums stay exact. Pixels are those of the distorted chart: rest segments are resolved
// under the lens, and pieces that shrink elsewhere become rest. Equal mode: siblings too small are then
// gathered run by run as in the other modes. The number of layers is that without the lens. In rings,
// start_turns may lie up to half a turn outside [0, 1), as a lens moves pieces near 12 o'clock across it.
//
// Opened run: its contexts share the whole circle and there is no self gap. If they stay too small, so that
// rest segments would cover more than half of the first ring, these are divided into up to 64 parts in all,
// of about equal angle, so that opening again always gets closer.
//
// Detail: the view and the detail are laid out one after the other, each by all of these rules, one in the
// middle and one in the ring around it (see SplitForDetail). The view is drawn alone where the detail's root
// does not lie below the view root, in other forms than rings, and where the chart is too small for two. A
// lens enlarges places of the chart, whichever part lies there.
//
// Compressed chains (see chains.h): a chain is one piece, and the pieces of its last context's callees lie on
// the next layer. So a layer is a ring, not a layer of the tree, and the depth limit counts rings. Without a
// depth limit the number of rings is L * r / l: L layers of the tree, r rings and l layers that can be seen.
// Sums hold with the self values of the chains' last contexts. A layout without chains is the one without
// compression.
//
// Whole: if the circle stands for more than the view root (ViewSpec::whole), callees share the root's part of
// it, which begins at 0. The centre disc is full all the same; an icicle's root row ends with the root's
// part.
//
// Bound: on every layer the number of pieces stays within the layer's outer circumference in pixels. Where a
// caller's children would exceed the pixels up to the caller's end, its trailing pieces are folded into one
// rest segment.
//
// Sums, exactly in integers, for every layer d >= 1 of a view whose root is a context (of a treemap: over the
// boxes of d - 1 that are not marked):
//
//   sum(pieces of d) + sum(self of drawn contexts of d-1) = sum(drawn contexts of d-1).
//
// The first ring of an opened run sums up to the run's value.
//
// Radii (R = half the smaller side less kChartMarginPx, D layers): equal and length mode r_i = (i+1) R/D;
// area mode r_i = R sqrt((i+1)/D), i.e. r_i = sqrt(r_{i-1}^2 + K/pi) with K = pi r_0^2. Readable rings that
// one context fills are thin (see view_geometry.h).
//
// D = min(depth limit, layers from the view root down, layers that get half a pixel each), at least 1, and at
// most the layers that have something to draw: a chart has no empty rings at its rim. With a depth limit D is
// about as large as that allows; without one (kAllLayers) D is the number of layers that are drawn when every
// layer of the tree gets its ring, which shows most of a tree with a few very deep chains.
//
// Safe on any column contents (see Cct): always terminates, pieces stay within their caller's arc, and the
// work stays bounded by the pixels and by the contexts that chains may have. `spec.root` and `spec.metric`
// outside the tree are clamped.
[[nodiscard]] ArcBatch LayoutView(const Cct& tree, const ViewSpec& spec);

// Same, reusing the vectors of `batch`.
void LayoutView(const Cct& tree, const ViewSpec& spec, ArcBatch& batch);

// Whether a view root is a part of what another one shows, and not all of it. Both must be of the tree.
// O(layers).
[[nodiscard]] bool IsPartOf(const Cct& tree, const ViewRoot& part, const ViewRoot& root);

// How many layers of the tree, the view root's included, the pieces lie on: more than the layers of the batch
// where chains are compressed. O(pieces).
[[nodiscard]] uint32_t TreeLayersDrawn(const ArcBatch& batch);

// The whole tree on a chart of a fixed, common size: results taken from it depend on neither the view nor the
// window.
[[nodiscard]] ArcBatch WholeTreeBatch(const Cct& tree, MetricIndex metric);

// The most boxes on one layer of a treemap, rests not counted.
inline constexpr uint32_t kMostBoxesOfLayer = 100'000;

// Distance from the outermost ring to the nearest edge of the viewport, and around an icicle or a treemap.
inline constexpr float kChartMarginPx = 12.0f;

}  // namespace ringscope
