#include "renderer/layout/layout.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "cct/base/binary_search.h"
#include "renderer/layout/arc_batch_writer.h"
#include "renderer/layout/chains.h"
#include "renderer/layout/view_geometry.h"

namespace ringscope {
namespace {

constexpr uint64_t kEqualCircleUnits = uint64_t{1} << 62;

ViewRoot ClampRoot(const Cct& tree, ViewRoot root) {
  if (root.context >= tree.context_count()) return {};
  if (!root.is_run()) return root;
  const ContextRange children = tree.ChildrenOf(root.context);
  root.run.begin = std::max(root.run.begin, children.begin);
  root.run.end = std::min(root.run.end, children.end);
  if (root.run.begin >= root.run.end) root.run = {};
  return root;
}

ViewSpec ClampToTree(const Cct& tree, ViewSpec spec) {
  spec.root = ClampRoot(tree, spec.root);
  if (spec.metric >= tree.metric_count()) spec.metric = 0;
  std::erase_if(spec.whole, [&](MetricIndex metric) { return metric >= tree.metric_count(); });
  spec.depth_limit = std::max(spec.depth_limit, 1u);
  if (spec.form != ChartForm::kRings || !IsPartOf(tree, ClampRoot(tree, spec.detail.root), spec.root)) {
    spec.detail = {};
  } else {
    spec.detail.root = ClampRoot(tree, spec.detail.root);
  }
  return spec;
}

// Layers from the view root down, counted no further than `limit`.
uint32_t CountLayers(const Cct& tree, const ViewRoot& root, uint32_t limit) {
  ContextRange layer = root.is_run() ? root.run : tree.ChildrenOf(root.context);
  uint32_t count = 1;
  while (count < limit && !layer.empty()) {
    layer = tree.ChildrenOfRun(layer);
    ++count;
  }
  return count;
}

// The one of siblings sharing `units` of the circle that fills a ring, if any.
std::optional<ContextId> FillsRing(const Cct& tree, const ArcBatch& batch, ContextRange siblings,
                                   uint64_t units) {
  if (siblings.empty()) return std::nullopt;
  ContextId in_middle = siblings.begin;
  if (batch.spec.mode == RingMode::kEqual) {
    if (siblings.size() > 1) return std::nullopt;
    return in_middle;
  }
  const auto& running = tree.columns().running_inclusive[batch.spec.metric];
  const uint64_t base = running[siblings.begin];
  in_middle = FirstWhere(siblings.begin, siblings.end - 1,
                         [&](ContextId one) { return running[uint64_t{one} + 1] - base > units / 2; });
  const auto its = static_cast<double>(tree.Inclusive(in_middle, batch.spec.metric));
  if (its < kFilledByOne * static_cast<double>(batch.circle_units)) return std::nullopt;
  return in_middle;
}

// The number of first rings that one context fills each, at most `most`. O(rings log n).
uint32_t RingsFilledByOne(const Cct& tree, const ArcBatch& batch, uint32_t most) {
  const ViewSpec& spec = batch.spec;
  if (spec.ring_sizing == RingSizing::kPlain || spec.form != ChartForm::kRings ||
      spec.mode == RingMode::kArea)
    return 0;
  uint32_t rings = 0;
  ContextRange siblings = spec.root.is_run() ? spec.root.run : tree.ChildrenOf(spec.root.context);
  uint64_t units = batch.total;
  while (rings < most) {
    auto filling = FillsRing(tree, batch, siblings, units);
    if (!filling) break;
    uint32_t contexts = 1;
    bool is_opened = false;
    for (auto next = filling; spec.compress_chains && next && contexts <= kMostContextsOfChain; ++contexts) {
      filling = next;
      is_opened |=
          std::find(spec.opened_chains.begin(), spec.opened_chains.end(), *next) != spec.opened_chains.end();
      next = NextInChain(tree, *next, spec.metric);
    }
    rings += is_opened ? contexts - 1 : 1;
    siblings = tree.ChildrenOf(*filling);
    units = tree.Inclusive(*filling, spec.metric);
  }
  return std::min(rings, most);
}

// The share of the width that pieces cover, by row.
std::vector<double> CoveredShares(const ArcBatch& batch) {
  std::vector<double> covered(batch.layer_count(), 0.0);
  for (uint32_t piece = 0; piece < batch.size(); ++piece)
    covered[batch.layer[piece]] += static_cast<double>(batch.sweep_units[piece]);
  for (double& share : covered) share /= static_cast<double>(batch.circle_units);
  return covered;
}

// The number of rings of a view that compresses chains and has no depth limit: L * r / l, where L is the
// number of the tree's layers, and r rings and l layers have a piece with a pixel at the rim.
uint32_t RingsWanted(const Cct& tree, ArcBatch& batch, uint32_t tree_layers, uint32_t most) {
  most = std::min(most, tree_layers);
  ArcBatchWriter::Clear(batch);
  batch.spec.depth_limit = most;
  SetRingEdges(batch.spec, most, 0, batch.ring_edge_px);
  std::fill(batch.ring_edge_px.begin() + 1, batch.ring_edge_px.end(), batch.radius_px());
  LayPieces(tree, batch);
  if (!batch.has_chains()) return most;
  const uint64_t rings = batch.layer.back() + 1;
  const uint64_t wanted = rings * tree_layers / TreeLayersDrawn(batch);
  return static_cast<uint32_t>(std::clamp<uint64_t>(wanted, rings, most));
}

// Lays out exactly `layers` layers, `thin` of them thin. Returns how many have pieces.
uint32_t LayWith(const Cct& tree, ArcBatch& batch, uint32_t layers, uint32_t thin) {
  ArcBatchWriter::Clear(batch);
  batch.spec.depth_limit = layers;
  SetRingEdges(batch.spec, layers, thin, batch.ring_edge_px);
  LayPieces(tree, batch);
  // The pieces of an icicle's rows do not depend on the rows' heights, so the heights can follow from them.
  if (batch.spec.form == ChartForm::kIcicle)
    SetRowEdges(batch.spec, CoveredShares(batch), batch.ring_edge_px);
  return batch.layer.back() + 1;
}

// Lays out the pieces seen through a lens, with the edges that it moved. This comes last: the lens must
// change neither the number nor the thickness of layers, or everything else would move away from the place it
// enlarges.
void LayThroughLens(const Cct& tree, const Lens& lens, std::span<const float> edges_px, ArcBatch& batch) {
  ArcBatchWriter::Clear(batch);
  batch.ring_edge_px.assign(edges_px.begin(), edges_px.end());
  batch.spec.lens = lens;
  LayPieces(tree, batch);
}

// Rings thicken as layers get fewer, and with them arcs grow, so pieces drawn with many layers are drawn with
// fewer, too: the layers used by one try always fill a chart of that many.
void LayWithoutEmptyRings(const Cct& tree, ArcBatch& batch, uint32_t wanted, bool limited) {
  const uint32_t thin = RingsFilledByOne(tree, batch, wanted);
  uint32_t filled = LayWith(tree, batch, wanted, thin);
  if (filled == wanted) return;
  if (batch.is_treemap()) {  // whose boxes do not depend on the layers
    batch.spec.depth_limit = filled;
    batch.layer_offset.resize(filled + 1);
    batch.ring_edge_px.resize(filled + 1);
    return;
  }
  uint32_t too_many = wanted;
  while (limited && too_many - filled > 1 + filled / 16) {
    const uint32_t middle = filled + (too_many - filled) / 2;
    const uint32_t used = LayWith(tree, batch, middle, thin);
    if (used < middle) too_many = middle;
    filled = std::max(filled, used);
  }
  LayWith(tree, batch, filled, thin);
}

// A layout of one chart. `batch.spec` is sound and has no detail.
void LayOutOne(const Cct& tree, ArcBatch& batch) {
  const ViewRoot& root = batch.spec.root;
  const auto value_of = [&](MetricIndex metric) {
    return root.is_run() ? tree.Inclusive(root.run, metric) : tree.Inclusive(root.context, metric);
  };
  batch.total = value_of(batch.spec.metric);
  batch.circle_units = std::max(batch.total, uint64_t{1});
  for (const MetricIndex metric : batch.spec.whole)
    batch.circle_units = std::max(batch.circle_units, value_of(metric));
  if (batch.spec.mode == RingMode::kEqual) batch.circle_units = kEqualCircleUnits;

  const bool limited = batch.spec.depth_limit != kAllLayers;
  const uint32_t fit = LayersThatFit(batch.spec);
  std::optional<Lens> lens = std::exchange(batch.spec.lens, std::nullopt);
  if (batch.is_treemap()) lens.reset();
  uint32_t layers = 0;
  if (batch.spec.compress_chains && !limited && !batch.is_treemap()) {
    layers = RingsWanted(tree, batch, CountLayers(tree, root, fit + kMostContextsOfChains), fit);
  } else {
    layers = CountLayers(tree, root, std::min(batch.spec.depth_limit, fit));
  }
  LayWithoutEmptyRings(tree, batch, layers, limited);
  if (!lens) return;
  batch.spec.lens = lens;
  std::vector<float> edges_px = batch.ring_edge_px;
  EnlargeEdges(batch.spec, edges_px);
  LayThroughLens(tree, *lens, edges_px, batch);
}

void CountPieces(ArcBatch& batch) {
  batch.rest_piece_count = 0;
  for (const ArcFlags flags : batch.flags) batch.rest_piece_count += (flags & kArcRest) != 0 ? 1 : 0;
  batch.context_piece_count = batch.size() - batch.rest_piece_count;
}

// Lays out a view and its detail, whose specs are `specs`, one in the middle and the other one around it.
void LayOutTwo(const Cct& tree, const DetailSpecs& specs, ArcBatch& batch) {
  ViewSpec spec = std::move(batch.spec);
  ArcBatch outer;
  batch.spec = specs.inner;
  outer.spec = specs.outer;
  LayOutOne(tree, batch);
  LayOutOne(tree, outer);
  if (spec.lens) {
    std::vector<float> edges_px = batch.ring_edge_px;
    edges_px.insert(edges_px.end(), outer.ring_edge_px.begin(), outer.ring_edge_px.end());
    EnlargeEdges(spec, edges_px);
    const size_t inner_edges = batch.ring_edge_px.size();
    LayThroughLens(tree, *spec.lens, std::span(edges_px).first(inner_edges), batch);
    LayThroughLens(tree, *spec.lens, std::span(edges_px).subspan(inner_edges), outer);
  }
  AppendPart(outer, specs.detail_is_inner, batch);
  const ArcPart& view = batch.parts[specs.detail_is_inner ? 1 : 0];
  batch.total = view.total;
  batch.circle_units = view.circle_units;
  spec.depth_limit = batch.most_layers();
  batch.spec = std::move(spec);
}

}  // namespace

void LayoutView(const Cct& tree, const ViewSpec& spec, ArcBatch& batch) {
  batch.spec = ClampToTree(tree, spec);
  batch.parts.clear();
  const bool has_detail = batch.spec.detail.place != DetailPlace::kNone;
  const auto parts = has_detail ? SplitForDetail(batch.spec) : std::nullopt;
  if (parts) {
    LayOutTwo(tree, *parts, batch);
  } else {
    batch.spec.detail = {};
    LayOutOne(tree, batch);
  }
  CountPieces(batch);
}

ArcBatch LayoutView(const Cct& tree, const ViewSpec& spec) {
  ArcBatch batch;
  LayoutView(tree, spec, batch);
  return batch;
}

bool IsPartOf(const Cct& tree, const ViewRoot& part, const ViewRoot& root) {
  if (part.context == root.context) {
    if (!part.is_run() || part == root) return false;
    return !root.is_run() || (root.run.begin <= part.run.begin && part.run.end <= root.run.end);
  }
  if (!root.is_run()) return tree.IsWithin(part.context, root.context);
  ContextId at = part.context;
  while (at != kNoContext && at >= root.run.end) at = tree.ParentOf(at);
  return at != kNoContext && root.run.contains(at);
}

uint32_t TreeLayersDrawn(const ArcBatch& batch) {
  uint32_t most = 0;
  std::vector<uint32_t> layers(batch.size(), 1);  // from the view root down to each piece
  for (uint32_t piece = 0; piece < batch.size(); ++piece) {
    const auto contexts = std::max<size_t>(batch.chain(piece).size(), 1);
    if (!batch.is_root(piece))
      layers[piece] = layers[batch.caller_piece[piece]] + static_cast<uint32_t>(contexts);
    most = std::max(most, layers[piece]);
  }
  return most;
}

ArcBatch WholeTreeBatch(const Cct& tree, MetricIndex metric) {
  return LayoutView(tree, {.metric = metric, .width_px = 1000, .height_px = 1000});
}

}  // namespace ringscope
