#include "renderer/diagram/call_layers.h"

#include <algorithm>
#include <utility>

#include "renderer/diagram/call_order.h"
#include "renderer/diagram/tidy_tree.h"

namespace ringscope {

CallLayers ArrangeCalls(std::span<const BoxSize> boxes, std::span<const BoxEdge> edges, const BoxGaps& gaps) {
  const size_t count = boxes.size();
  BoxCallOrder order = OrderCalls(count, edges);
  std::vector<double> height(count, 0), top(count + 1, 0);
  for (size_t k = 0; k < count; ++k)
    height[order.layer[k]] = std::max(height[order.layer[k]], SoundSize(boxes[k]).height);
  for (size_t k = 0; k < count; ++k) top[k + 1] = top[k] + height[k] + gaps.below;

  // The tree wants parents first.
  BoxTree tree;
  tree.parent.reserve(count);
  tree.size.reserve(count);
  tree.top.reserve(count);
  std::vector<uint32_t> rank(count);
  for (uint32_t k = 0; k < count; ++k) rank[order.boxes[k]] = k;
  for (const uint32_t box : order.boxes) {
    tree.parent.push_back(order.parent[box] == kNoBox ? kNoBox : rank[order.parent[box]]);
    tree.size.push_back(boxes[box]);
    tree.top.push_back(top[order.layer[box]]);
  }
  const std::vector<PlanePoint> places = ArrangeTree(tree, gaps);
  CallLayers layers;
  layers.place.resize(count);
  for (size_t k = 0; k < count; ++k) layers.place[order.boxes[k]] = places[k];
  layers.parent = std::move(order.parent);
  layers.role = std::move(order.role);
  return layers;
}

}  // namespace ringscope
