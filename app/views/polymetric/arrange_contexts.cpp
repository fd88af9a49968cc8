#include <algorithm>
#include <optional>
#include <utility>

#include "app/views/polymetric/arrangements.h"
#include "renderer/diagram/call_columns.h"
#include "renderer/diagram/tidy_tree.h"

namespace ringscope::polymetric {
namespace {

// From so many boxes on a tree that is so many times as wide as it is high would be a line without shape.
constexpr uint32_t kLeastBoxes = 200;
// In columns every edge runs through the whole picture, and drawing it costs what it covers: more stay a line.
constexpr uint32_t kMostBoxes = 2000;
constexpr double kMostAspect = 4;

bool IsLine(const std::vector<PlanePoint>& places, const std::vector<BoxSize>& sizes) {
  if (places.size() < kLeastBoxes || places.size() > kMostBoxes) return false;
  double width = 0, height = 0;
  for (size_t k = 0; k < places.size(); ++k) {
    width = std::max(width, places[k].x + sizes[k].width);
    height = std::max(height, places[k].y + sizes[k].height);
  }
  return width > kMostAspect * height;
}

}  // namespace

void ArrangeContexts(LayoutParts& parts) {
  constexpr BoxGaps kGaps{6, 18};
  const ItemTable& items = parts.found().items;
  BoxTree tree;
  for (uint32_t k = 0; k < items.size(); ++k) tree.size.push_back(parts.SizeOf(k));
  tree.parent = items.parent;
  CallColumns columns;
  columns.layers.place = ArrangeTree(tree, kGaps);
  columns.below_top.assign(items.size(), 0);
  if (IsLine(columns.layers.place, tree.size)) {
    std::vector<BoxEdge> edges;
    for (uint32_t k = 0; k < items.size(); ++k)
      if (tree.parent[k] != kNoBox) edges.push_back({tree.parent[k], k, 1});
    columns = ArrangeCallColumns(tree.size, edges, kGaps);
  }
  const std::vector<PlanePoint>& places = columns.layers.place;
  for (uint32_t k = 0; k < items.size(); ++k) {
    std::optional<PlanePoint> edges_by;
    if (columns.below_top[k] > 0)
      edges_by = PlanePoint{places[k].x - kGaps.beside / 2, places[k].y - columns.below_top[k]};
    parts.AddItem(k, places[k], parts.NameOf(k, true), edges_by);
  }
  for (uint32_t k = 0; k < items.size(); ++k) {
    if (tree.parent[k] != kNoBox) parts.Add(PlacedEdge{tree.parent[k], k});
  }
  parts.AddSummariesBelow();
}

}  // namespace ringscope::polymetric
