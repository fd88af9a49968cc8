#include "app/views/rings/rings_depth.h"

#include <algorithm>
#include <optional>

#include "app/views/rings/rings.h"
#include "cct/base/binary_search.h"
#include "renderer/layout/chains.h"
#include "renderer/layout/layout.h"

namespace ringscope {

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
  // Whether each context and the next one on the path are of one chain that is drawn as one.
  std::vector<uint8_t> joined(count, 0);
  for (size_t i = 0; place.compress_chains && i + 1 < count; ++i)
    joined[i] = NextInChain(tree, path[i], metric) == path[i + 1] ? 1 : 0;
  const auto is_opened = [&](ContextId context) {
    const auto& opened = place.opened_chains;
    return std::find(opened.begin(), opened.end(), context) != opened.end();
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
  uint32_t of_chain = 1;  // contexts from the one below path[i] on
  uint32_t below = 1;     // rings from there to the last
  for (size_t i = count - 1; i-- > 0;) {
    rings[i] = below;
    of_chain = joined[i] != 0 ? of_chain % kMostContextsOfChain + 1 : 1;
    below += of_chain == 1 ? 1 : 0;
  }
  return rings;
}

uint32_t ReadableDepth(const Cct& tree, ViewSpec view) {
  // Of the circle; a name has room on half as much.
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
  // With fewer all get thicker.
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
    // How many rings the layers of the tree come to is not counted: those left out are taken to be a ring
    // each.
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

}  // namespace ringscope
