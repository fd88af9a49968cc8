#include <optional>
#include <vector>

#include "app/views/polymetric/arrangements.h"
#include "renderer/diagram/tidy_tree.h"

namespace ringscope::polymetric {

void ArrangeContexts(LayoutParts& parts) {
  constexpr BoxGaps kGaps{6, 18};
  const ItemTable& items = parts.found().items;
  BoxTree tree;
  for (uint32_t k = 0; k < items.size(); ++k) tree.size.push_back(parts.SizeOf(k));
  tree.parent = items.parent;
  const TreeColumns columns = ArrangeTreeToRead(tree, kGaps);
  std::vector<std::optional<PlanePoint>> edges_by(items.size());
  for (const ColumnSeat& seat : columns.seats)
    edges_by[seat.box] = PlanePoint{seat.line_x, columns.place[seat.box].y - seat.below_top};
  for (uint32_t k = 0; k < items.size(); ++k)
    parts.AddItem(k, columns.place[k], parts.NameOf(k, true), edges_by[k]);
  for (uint32_t k = 0; k < items.size(); ++k) {
    if (tree.parent[k] != kNoBox) parts.Add(PlacedEdge{tree.parent[k], k});
  }
  parts.AddSummariesBelow();
}

}  // namespace ringscope::polymetric
