#include "app/views/rings/rings_depth.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

#include "app/view/navigation.h"
#include "cct/base/binary_search.h"
#include "renderer/layout/chains.h"
#include "renderer/layout/layout.h"
#include "renderer/layout/view_geometry.h"

namespace ringscope {
namespace {

// The size of the layer `depth` below the centre when `layers` layers are drawn.
struct LayerSize {
  double turn_px = 0;  // length of a whole turn at the outer edge
  double thick_px = 0;
};

LayerSize SizeOfLayer(const PaneState& pane, const RingsPlace& place, uint32_t depth, uint32_t layers) {
  if (RingsOf(pane).form == ChartForm::kIcicle)
    return {static_cast<double>(pane.width_px), static_cast<double>(pane.height_px) / layers};
  ViewSpec spec;
  spec.mode = place.mode;
  spec.ring_sizing = place.sizing;
  spec.width_px = pane.width_px;
  spec.height_px = pane.height_px;
  const double inner = depth == 0 ? 0 : RingEdgePx(spec, layers, depth - 1);
  const double outer = RingEdgePx(spec, layers, depth);
  return {2 * std::numbers::pi * outer, outer - inner};
}

// The part of its caller's angle that a context has.
double ShareOfCaller(const Cct& tree, MetricIndex metric, RingMode mode, ContextId caller,
                     ContextId context) {
  if (mode == RingMode::kEqual) return 1.0 / std::max(1u, tree.ChildrenOf(caller).size());
  const auto whole = static_cast<double>(tree.Inclusive(caller, metric));
  return whole <= 0 ? 0 : std::min(1.0, static_cast<double>(tree.Inclusive(context, metric)) / whole);
}

bool IsSeen(const PaneState& pane, const RingsPlace& place, double share, uint32_t depth, uint32_t layers) {
  if (depth == 0) return true;
  if (RingsOf(pane).form == ChartForm::kTreemap) {
    // The side of a square box, less the frames of its callers.
    constexpr double kFramePx = 3;
    const double frames = place.mode == RingMode::kArea ? 0 : kFramePx * depth;
    return std::sqrt(share * static_cast<double>(pane.width_px * pane.height_px)) - frames >= kSeenArcPx;
  }
  const LayerSize size = SizeOfLayer(pane, place, depth, layers);
  return share * size.turn_px >= kSeenArcPx && size.thick_px >= kSeenLayerPx;
}

}  // namespace

uint32_t LayersBelow(const Cct& tree, const ViewRoot& root) {
  uint32_t layers = 1;
  ContextRange run = root.is_run() ? root.run : tree.ChildrenOf(root.context);
  // Ranges only ever move towards the end of the tree, so this ends on any columns.
  while (!run.empty()) {
    ++layers;
    run = tree.ChildrenOfRun(run);
  }
  return layers;
}

uint32_t UncountedLayers(const ViewRoot& root) { return root.context == kRootContext ? 1 : 0; }

uint32_t ToldDepth(uint32_t depth_limit, const ViewRoot& root) {
  if (depth_limit == kAllLayers) return kAllLayers;
  return std::max(uint32_t{1}, depth_limit - std::min(depth_limit, UncountedLayers(root)));
}

uint32_t DepthFromTold(uint32_t told, const ViewRoot& root) {
  return told > kAllLayers - UncountedLayers(root) ? kAllLayers : told + UncountedLayers(root);
}

uint32_t ShownDepth(uint32_t layers, uint32_t depth_limit, uint32_t drawn_layers) {
  const uint32_t allowed = std::clamp(depth_limit, uint32_t{1}, layers);
  return drawn_layers == 0 ? allowed : std::min(allowed, drawn_layers);
}

std::vector<uint32_t> RingsToEnd(const Cct& tree, MetricIndex metric, const RingsPlace& place,
                                 std::span<const ContextId> path) {
  const size_t count = path.size();
  // 1 for each context that is drawn as one with the next one on the path.
  std::vector<uint8_t> joined(count, 0);
  for (size_t i = 0; place.compress_chains && i + 1 < count; ++i)
    joined[i] = NextInChain(tree, path[i], metric) == path[i + 1] ? 1 : 0;
  const auto is_opened = [&](ContextId context) {
    const auto& opened = place.opened_chains;
    return std::ranges::find(opened, context) != opened.end();
  };
  for (size_t begin = 0; begin < count && !place.opened_chains.empty();) {
    size_t end = begin;
    bool opened = is_opened(path[begin]);
    while (joined[end] != 0) opened |= is_opened(path[++end]);
    // The chain of the last context goes on below it.
    std::optional<ContextId> next = path[end];
    for (uint32_t i = 0; end + 1 == count && next && !opened && i < kMostContextsOfChain; ++i) {
      next = NextInChain(tree, *next, metric);
      opened = next && is_opened(*next);
    }
    if (opened) std::fill(joined.begin() + begin, joined.begin() + end, uint8_t{0});
    begin = end + 1;
  }
  std::vector<uint32_t> rings(count, 0);
  uint32_t of_chain = 1;  // the contexts of the path in the ring of path[i + 1]
  uint32_t below = 1;     // the rings from that one to the last
  for (size_t i = count - 1; i-- > 0;) {
    rings[i] = below;
    of_chain = joined[i] != 0 ? of_chain % kMostContextsOfChain + 1 : 1;
    below += of_chain == 1 ? 1 : 0;
  }
  return rings;
}

uint32_t ReadableDepth(const Cct& tree, ViewSpec view) {
  // The least covered part of the circle; a name has room on half as much.
  constexpr double kFilled = 0.05;
  constexpr uint32_t kLeastRings = 8;
  constexpr float kReadablePx = 10;
  const uint32_t most = view.depth_limit;
  if (most == kAllLayers || view.form == ChartForm::kTreemap) return most;
  const ArcBatch batch = LayoutView(tree, view);
  uint32_t readable = UncountedLayers(view.root) + kLeastRings;
  for (uint32_t layer = readable; layer < batch.layer_count(); ++layer) {
    uint64_t covered = 0;
    for (uint32_t piece = batch.layer_offset[layer]; piece < batch.layer_offset[layer + 1]; ++piece)
      covered += batch.sweep_units[piece];
    if (static_cast<double>(covered) < kFilled * static_cast<double>(batch.circle_units)) break;
    readable = layer + 1;
  }
  const auto is_thin = [&](uint32_t layers) {
    view.depth_limit = layers;
    const std::vector<float> edges = LayoutView(tree, view).ring_edge_px;
    return edges.back() - edges[edges.size() - 2] < kReadablePx;
  };
  // With fewer layers all get thicker.
  const uint32_t most_drawn = std::min(readable, batch.layer_count());
  if (most_drawn == batch.layer_count() && !is_thin(most_drawn)) return most;
  if (most_drawn > kLeastRings)
    readable = FirstWhere(kLeastRings, most_drawn, [&](uint32_t layers) { return is_thin(layers + 1); });
  return std::min(std::max(readable, kLeastRings), most);
}

DrawnLayers DrawnLayersOf(const ViewState& view, const PaneState& pane, const LayersOfLayout& laid_out) {
  const ViewRoot& root = view.history.current().root;
  uint32_t layers_below = LayersOf(view, pane);
  if (laid_out.of_tree > laid_out.drawn) {
    // The rings of layers that the layout left out are not counted: one ring for each layer is assumed.
    const uint32_t left = LayersBelow(view.tree(), root);
    layers_below = laid_out.has_more
                       ? laid_out.drawn + std::max(left, laid_out.of_tree + 1) - laid_out.of_tree
                       : laid_out.drawn;
  }
  return {view.shown.tree,    root,           view.metric,  RingsOf(view),
          RingsOf(pane).form, laid_out.drawn, layers_below, std::max(laid_out.drawn, laid_out.of_tree)};
}

uint32_t LayersOf(const ViewState& view, const PaneState& pane) {
  const auto& drawn = pane.measured.Get<DrawnLayers>();
  const ViewRoot& root = view.history.current().root;
  const RingsPlace& place = RingsOf(view);
  const bool same_chains = drawn.metric == view.metric &&
                           drawn.place.compress_chains == place.compress_chains &&
                           drawn.place.opened_chains == place.opened_chains;
  const bool is_known = drawn.layers_below != 0 && drawn.tree == view.shown.tree && drawn.root == root &&
                        (same_chains || !(place.compress_chains || drawn.place.compress_chains));
  return is_known ? drawn.layers_below : LayersBelow(view.tree(), root);
}

ViewPosition PositionWithLayersTo(const ViewState& view, ContextId context) {
  const Cct& tree = view.tree();
  const ViewPosition& now = view.history.current();
  std::vector<ContextId> path = tree.PathTo(context);
  path.insert(path.begin(), kRootContext);
  path.erase(path.begin(), std::ranges::find(path, now.root.context));
  if (path.empty()) return now;
  RingsPlace place = RingsOf(now);
  place.depth_limit = std::max(place.depth_limit, RingsToEnd(tree, view.metric, place, path).front() + 1);
  return WithRings(now, place);
}

namespace {

// PositionThatShows() from a place with one chart.
ViewPosition PositionFrom(const ViewPosition& now, const ViewState& view, const PaneState& pane,
                          ContextId context) {
  const Cct& tree = view.tree();
  const MetricIndex metric = view.metric;
  const RingsPlace& place = RingsOf(now);
  std::vector<ContextId> path = tree.PathTo(context);
  path.insert(path.begin(), kRootContext);
  // Candidates for the centre begin at the present one, if it is on the path.
  const auto present = std::ranges::find(path, now.root.context);
  size_t first = 0;
  if (present != path.end()) {
    first = static_cast<size_t>(present - path.begin());
  } else {
    const auto whole = std::ranges::find(path, WholeTreeRoot(tree).context);
    if (whole != path.end()) first = static_cast<size_t>(whole - path.begin());
  }
  // share[i]: the part of the circle that the context takes when path[i] is the centre.
  std::vector<double> share(path.size(), 1);
  for (size_t i = path.size() - 1; i-- > first;) {
    share[i] = share[i + 1] * ShareOfCaller(tree, metric, place.mode, path[i], path[i + 1]);
  }
  // An upper bound: subtrees on the path may be flatter, which only makes their layers thicker.
  const bool is_inside = present != path.end();
  const std::vector<uint32_t> rings = RingsToEnd(tree, metric, place, path);
  const auto saved = static_cast<uint32_t>(path.size() - 1 - first) - rings[first];
  const uint32_t in_tree = LayersBelow(tree, is_inside ? now.root : ViewRoot{path[first], {}});
  const uint32_t layers_below = in_tree - std::min(saved, in_tree - 1);
  ViewPosition position = now;
  for (size_t i = first; i < path.size(); ++i) {
    const uint32_t depth = rings[i];
    const ViewRoot root{path[i], {}};
    // An opened run shows only its own contexts, and these larger.
    const bool in_run = now.root.is_run() && i == first && is_inside && i + 1 < path.size() &&
                        now.root.run.contains(path[i + 1]);
    double part = share[i];
    if (in_run) {
      const auto whole = static_cast<double>(ViewTotal(tree, now.root, metric));
      const auto of_caller = static_cast<double>(tree.Inclusive(path[i], metric));
      part = place.mode == RingMode::kEqual ? part * tree.ChildrenOf(path[i]).size() / now.root.run.size()
             : whole > 0                    ? part * of_caller / whole
                                            : 0;
    }
    const uint32_t above = std::min(rings[first] - depth, layers_below - 1);
    const uint32_t shown = ShownDepth(layers_below - above, place.depth_limit,
                                      i == first && is_inside ? DrawnIn(view, pane).layers : 0);
    const uint32_t layers = std::max(shown, depth + 1);
    if (!IsSeen(pane, place, part, depth, layers)) continue;
    position.root = in_run ? now.root : root;
    if (depth >= shown) {
      RingsPlace deeper = place;
      deeper.depth_limit = depth + 1;
      position.places.Set(std::move(deeper));
    }
    break;
  }
  return position;
}

}  // namespace

ViewPosition PositionThatShows(const ViewState& view, const PaneState& pane, ContextId context) {
  const ViewPosition& now = view.history.current();
  RingsPlace place = RingsOf(now);
  if (place.detail == DetailPlace::kNone) return PositionFrom(now, view, pane, context);
  // The detail moves to the context, as a single chart would; the view stays.
  const DetailPlace detail = std::exchange(place.detail, DetailPlace::kNone);
  ViewPosition of_detail = WithRings(now, place);
  of_detail.root = std::exchange(place.detail_root, {});
  const ViewPosition found = PositionFrom(of_detail, view, pane, context);
  if (!IsPartOf(view.tree(), found.root, now.root))
    return PositionFrom(WithRings(now, place), view, pane, context);
  place = RingsOf(found);
  place.detail = detail;
  place.detail_root = found.root;
  return WithRings(now, place);
}

}  // namespace ringscope
