#include "renderer/diagram/call_order.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace ringscope {
namespace {

// The edges that leave each box.
struct Leaving {
  std::vector<uint32_t> first;  // by box, of `edge`; one more at the end
  std::vector<uint32_t> edge;
};

Leaving EdgesByCaller(size_t boxes, std::span<const BoxEdge> edges) {
  Leaving leaving;
  leaving.first.assign(boxes + 1, 0);
  const auto is_sound = [&](const BoxEdge& edge) {
    return edge.from < boxes && edge.to < boxes && edge.from != edge.to;
  };
  for (const BoxEdge& edge : edges) {
    if (is_sound(edge)) ++leaving.first[edge.from + 1];
  }
  std::partial_sum(leaving.first.begin(), leaving.first.end(), leaving.first.begin());
  leaving.edge.resize(leaving.first.back());
  std::vector<uint32_t> filled(leaving.first.begin(), leaving.first.end() - 1);
  for (uint32_t k = 0; k < edges.size(); ++k) {
    if (is_sound(edges[k])) leaving.edge[filled[edges[k].from]++] = k;
  }
  return leaving;
}

// Marks the edges that lead back to a box whose callees are being walked. Gives the boxes so that callers
// come before callees but for those edges.
std::vector<uint32_t> FindCycles(size_t count, std::span<const BoxEdge> edges, const Leaving& leaving,
                                 std::vector<EdgeRole>& role) {
  enum class Walked : uint8_t { kNot, kBegun, kDone };
  std::vector<Walked> walked(count, Walked::kNot);
  std::vector<bool> is_called(count, false);
  for (const BoxEdge& edge : edges) {
    if (edge.to < count && edge.from < count && edge.from != edge.to) is_called[edge.to] = true;
  }
  std::vector<uint32_t> done;
  std::vector<std::pair<uint32_t, uint32_t>> path;  // a box and the next of its edges
  const auto walk = [&](uint32_t from) {
    if (walked[from] != Walked::kNot) return;
    walked[from] = Walked::kBegun;
    path.emplace_back(from, leaving.first[from]);
    while (!path.empty()) {
      auto& [box, next] = path.back();
      if (next == leaving.first[box + 1]) {
        walked[box] = Walked::kDone;
        done.push_back(box);
        path.pop_back();
        continue;
      }
      const uint32_t edge = leaving.edge[next++], to = edges[edge].to;
      if (walked[to] == Walked::kBegun) role[edge] = EdgeRole::kBack;
      if (walked[to] != Walked::kNot) continue;
      walked[to] = Walked::kBegun;
      path.emplace_back(to, leaving.first[to]);
    }
  };
  for (uint32_t box = 0; box < count; ++box) {
    if (!is_called[box]) walk(box);
  }
  for (uint32_t box = 0; box < count; ++box) walk(box);
  std::reverse(done.begin(), done.end());
  return done;
}

}  // namespace

BoxCallOrder OrderCalls(size_t boxes, std::span<const BoxEdge> edges) {
  BoxCallOrder order;
  order.role.assign(edges.size(), EdgeRole::kOther);
  for (size_t k = 0; k < edges.size(); ++k) {
    if (edges[k].from == edges[k].to || edges[k].from >= boxes || edges[k].to >= boxes)
      order.role[k] = EdgeRole::kLoop;
  }
  const Leaving leaving = EdgesByCaller(boxes, edges);
  order.boxes = FindCycles(boxes, edges, leaving, order.role);
  order.layer.assign(boxes, 0);
  std::vector<uint32_t> dearest(boxes, kNoBox);
  for (const uint32_t box : order.boxes) {
    for (uint32_t k = leaving.first[box]; k < leaving.first[box + 1]; ++k) {
      const uint32_t edge = leaving.edge[k], to = edges[edge].to;
      if (order.role[edge] == EdgeRole::kBack) continue;
      order.layer[to] = std::max(order.layer[to], order.layer[box] + 1);
      if (dearest[to] == kNoBox || edges[edge].cost > edges[dearest[to]].cost) dearest[to] = edge;
    }
  }
  order.parent.assign(boxes, kNoBox);
  for (uint32_t box = 0; box < boxes; ++box) {
    if (dearest[box] == kNoBox) continue;
    order.parent[box] = edges[dearest[box]].from;
    order.role[dearest[box]] = EdgeRole::kTree;
  }
  return order;
}

}  // namespace ringscope
