#include "app/views/rings/match_place.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "app/view/navigation.h"
#include "app/views/rings/rings.h"
#include "app/views/rings/rings_depth.h"
#include "renderer/layout/layout.h"
#include "renderer/layout/view_geometry.h"

namespace ringscope {
namespace {

// How large the layer `depth` below the centre is drawn when there are `layers` in all.
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

// The share of the circle that each context of `path` has of its caller's, from the second one on.
double ShareOfCaller(const Cct& tree, MetricIndex metric, RingMode mode, ContextId caller,
                     ContextId context) {
  if (mode == RingMode::kEqual) return 1.0 / std::max(1u, tree.ChildrenOf(caller).size());
  const auto whole = static_cast<double>(tree.Inclusive(caller, metric));
  return whole <= 0 ? 0 : std::min(1.0, static_cast<double>(tree.Inclusive(context, metric)) / whole);
}

bool IsSeen(const PaneState& pane, const RingsPlace& place, double share, uint32_t depth, uint32_t layers) {
  if (depth == 0) return true;
  if (RingsOf(pane).form == ChartForm::kTreemap) {
    // Of a square box; each caller's frame takes some of it.
    constexpr double kFramePx = 3;
    const double frames = place.mode == RingMode::kArea ? 0 : kFramePx * depth;
    return std::sqrt(share * static_cast<double>(pane.width_px * pane.height_px)) - frames >= kSeenArcPx;
  }
  const LayerSize size = SizeOfLayer(pane, place, depth, layers);
  return share * size.turn_px >= kSeenArcPx && size.thick_px >= kSeenLayerPx;
}

}  // namespace

ViewPosition PositionWithLayersTo(const ViewState& view, ContextId context) {
  const Cct& tree = view.tree();
  const ViewPosition& now = view.history.current();
  std::vector<ContextId> path = tree.PathTo(context);
  path.insert(path.begin(), kRootContext);
  path.erase(path.begin(), std::find(path.begin(), path.end(), now.root.context));
  if (path.empty()) return now;
  RingsPlace place = RingsOf(now);
  place.depth_limit = std::max(place.depth_limit, RingsToEnd(tree, view.metric, place, path).front() + 1);
  return WithRings(now, place);
}

namespace {

// The same from `now` on, a place with one chart.
ViewPosition PositionFrom(const ViewPosition& now, const ViewState& view, const PaneState& pane,
                          ContextId context) {
  const Cct& tree = view.tree();
  const MetricIndex metric = view.metric;
  const RingsPlace& place = RingsOf(now);
  std::vector<ContextId> path = tree.PathTo(context);
  path.insert(path.begin(), kRootContext);
  // Candidates for the centre begin at the present one, if it is on the way.
  const auto present = std::find(path.begin(), path.end(), now.root.context);
  size_t first = 0;
  if (present != path.end()) {
    first = static_cast<size_t>(present - path.begin());
  } else {
    const auto whole = std::find(path.begin(), path.end(), WholeTreeRoot(tree).context);
    if (whole != path.end()) first = static_cast<size_t>(whole - path.begin());
  }
  // share[i]: the part of the circle that the context takes when path[i] is the centre.
  std::vector<double> share(path.size(), 1);
  for (size_t i = path.size() - 1; i-- > first;) {
    share[i] = share[i + 1] * ShareOfCaller(tree, metric, place.mode, path[i], path[i + 1]);
  }
  // At most: subtrees on the way may be flatter, which only makes their layers thicker.
  const bool is_inside = present != path.end();
  const std::vector<uint32_t> rings = RingsToEnd(tree, metric, place, path);
  const auto saved = static_cast<uint32_t>(path.size() - 1 - first) - rings[first];
  const uint32_t in_tree = LayersBelow(tree, is_inside ? now.root : ViewRoot{path[first], {}});
  const uint32_t layers_below = in_tree - std::min(saved, in_tree - 1);
  ViewPosition position = now;
  for (size_t i = first; i < path.size(); ++i) {
    const uint32_t depth = rings[i];
    const ViewRoot root{path[i], {}};
    // An opened run shows only what runs through it, and more of it.
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
  // The detail goes to what shall be seen, as a chart alone would; the view stays.
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
