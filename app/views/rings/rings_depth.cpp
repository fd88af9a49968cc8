#include "app/views/rings/rings_depth.h"

#include <algorithm>

#include "app/views/rings/rings_state.h"

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

uint32_t LayersOf(const ViewState& view, const PaneState& pane) {
  const RingsPane::Drawn& drawn = RingsOf(pane).drawn;
  const ViewRoot& root = view.history.current().root;
  const bool is_known = drawn.layers_below != 0 && drawn.tree == view.shown.tree && drawn.root == root;
  return is_known ? drawn.layers_below : LayersBelow(view.tree(), root);
}

}  // namespace ringscope
