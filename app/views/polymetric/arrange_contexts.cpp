#include "app/views/polymetric/arrangements.h"
#include "renderer/diagram/tidy_tree.h"

namespace ringscope::polymetric {

void ArrangeContexts(LayoutParts& parts) {
  constexpr BoxGaps kGaps{6, 18};
  const ItemTable& items = parts.found().items;
  BoxTree tree;
  for (uint32_t k = 0; k < items.size(); ++k) tree.size.push_back(parts.SizeOf(k));
  tree.parent = items.parent;
  const std::vector<PlanePoint> places = ArrangeTree(tree, kGaps);
  for (uint32_t k = 0; k < items.size(); ++k) parts.AddItem(k, places[k], parts.NameOf(k, true));
  for (uint32_t k = 0; k < items.size(); ++k) {
    if (tree.parent[k] != kNoBox) parts.Add(PlacedEdge{tree.parent[k], k});
  }
  parts.AddSummariesBelow();
}

}  // namespace ringscope::polymetric
