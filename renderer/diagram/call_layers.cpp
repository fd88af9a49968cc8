#include "renderer/diagram/call_layers.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "renderer/diagram/tidy_tree.h"

namespace ringscope {
namespace {

// A graph of calls, in an order without its cycles.
struct BoxCallOrder {
  std::vector<uint32_t> boxes;  // callers before callees, but for edges of role kBack
  std::vector<uint32_t> layer;  // by box: the one behind its lowest caller; 0 is the top
  CallLayers calls;             // without places
};

// The edges that leave each box.
struct LeavingEdges {
  std::vector<uint32_t> first;  // by box, of `edge`; one more at the end
  std::vector<uint32_t> edge;
};

// Whether the edge leads from one box to another.
bool IsSound(const BoxEdge& edge, size_t boxes) {
  return edge.from < boxes && edge.to < boxes && edge.from != edge.to;
}

LeavingEdges EdgesByCaller(size_t boxes, std::span<const BoxEdge> edges) {
  LeavingEdges leaving;
  leaving.first.assign(boxes + 1, 0);
  for (const BoxEdge& edge : edges) {
    if (IsSound(edge, boxes)) ++leaving.first[edge.from + 1];
  }
  std::partial_sum(leaving.first.begin(), leaving.first.end(), leaving.first.begin());
  leaving.edge.resize(leaving.first.back());
  std::vector<uint32_t> filled(leaving.first.begin(), leaving.first.end() - 1);
  for (uint32_t k = 0; k < edges.size(); ++k) {
    if (IsSound(edges[k], boxes)) leaving.edge[filled[edges[k].from]++] = k;
  }
  return leaving;
}

// Marks the edges that lead back to a box whose callees are being walked. Returns the boxes, callers before
// callees but for those edges.
std::vector<uint32_t> FindCycles(size_t count, std::span<const BoxEdge> edges, const LeavingEdges& leaving,
                                 std::vector<EdgeRole>& role) {
  enum class Walked : uint8_t { kNot, kBegun, kDone };
  std::vector<Walked> walked(count, Walked::kNot);
  std::vector<bool> is_called(count, false);
  for (const BoxEdge& edge : edges) {
    if (IsSound(edge, count)) is_called[edge.to] = true;
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

BoxCallOrder OrderCalls(size_t boxes, std::span<const BoxEdge> edges) {
  BoxCallOrder order;
  order.calls.role.assign(edges.size(), EdgeRole::kOther);
  for (size_t k = 0; k < edges.size(); ++k)
    if (!IsSound(edges[k], boxes)) order.calls.role[k] = EdgeRole::kLoop;
  const LeavingEdges leaving = EdgesByCaller(boxes, edges);
  order.boxes = FindCycles(boxes, edges, leaving, order.calls.role);
  order.layer.assign(boxes, 0);
  std::vector<uint32_t> dearest(boxes, kNoBox);
  for (const uint32_t box : order.boxes) {
    for (uint32_t k = leaving.first[box]; k < leaving.first[box + 1]; ++k) {
      const uint32_t edge = leaving.edge[k], to = edges[edge].to;
      if (order.calls.role[edge] == EdgeRole::kBack) continue;
      order.layer[to] = std::max(order.layer[to], order.layer[box] + 1);
      if (dearest[to] == kNoBox || edges[edge].cost > edges[dearest[to]].cost) dearest[to] = edge;
    }
  }
  order.calls.parent.assign(boxes, kNoBox);
  order.calls.place.resize(boxes);
  order.calls.below_top.assign(boxes, 0);
  for (uint32_t box = 0; box < boxes; ++box) {
    if (dearest[box] == kNoBox) continue;
    order.calls.parent[box] = edges[dearest[box]].from;
    order.calls.role[dearest[box]] = EdgeRole::kTree;
  }
  return order;
}

// Boxes of one layer above each other: [begin, end) of the boxes by layer.
struct Column {
  uint32_t begin = 0, end = 0;
  double width = 0, height = 0;
};

// Layers, each with its columns from left to right.
struct Stacked {
  std::vector<Column> columns;
  std::vector<uint32_t> first_column;  // by layer, and one more
  double width = 0, height = 0;
};

class Columns {
 public:
  Columns(std::span<const BoxSize> boxes, const BoxCallOrder& order, const BoxGaps& gaps)
      : boxes_(boxes), order_(order), gaps_(gaps), between_(gaps.below / 4) {
    SortIntoLayers();
  }

  CallLayers Arrange(double aspect) {
    double area = 0, widest = 0;
    for (const BoxSize& one : boxes_) {
      const BoxSize box = SoundSize(one);
      area += (box.width + gaps_.beside) * (box.height + between_);
      widest = std::max(widest, box.width);
    }
    const double middle = std::sqrt(area * aspect);
    Stacked best;
    double least = 0;
    for (int k = 0; k < 12; ++k) {
      Stacked stacked = Stack(std::max(widest, middle * (0.5 + 0.25 * k)));
      const double miss = stacked.height > 0 && stacked.width > 0
                              ? std::abs(std::log(stacked.width / stacked.height / aspect))
                              : 0;
      if (k > 0 && miss >= least) continue;
      least = miss;
      best = std::move(stacked);
    }
    return Place(best);
  }

 private:
  // Sorts boxes by layer, and within a layer in the order in which a walk through the tree meets them.
  void SortIntoLayers() {
    const auto count = static_cast<uint32_t>(boxes_.size());
    uint32_t layers = 0;
    for (const uint32_t layer : order_.layer) layers = std::max(layers, layer + 1);
    // The number of boxes in each subtree, and from it each box's place in the walk.
    std::vector<uint32_t> below(count, 1), place(count, 0), next(count, 1);
    for (size_t k = count; k-- > 0;) {
      const uint32_t box = order_.boxes[k];
      if (order_.calls.parent[box] != kNoBox) below[order_.calls.parent[box]] += below[box];
    }
    uint32_t roots = 0;
    for (const uint32_t box : order_.boxes) {
      const uint32_t parent = order_.calls.parent[box];
      uint32_t& begin = parent == kNoBox ? roots : next[parent];
      place[box] = (parent == kNoBox ? 0 : place[parent]) + begin;
      begin += below[box];
    }
    std::vector<uint32_t> walk(count);
    for (uint32_t box = 0; box < count; ++box) walk[place[box]] = box;
    first_.assign(layers + 1, 0);
    for (const uint32_t layer : order_.layer) ++first_[layer + 1];
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    by_layer_.resize(count);
    std::vector<uint32_t> filled(first_.begin(), first_.end() - 1);
    for (const uint32_t box : walk) by_layer_[filled[order_.layer[box]]++] = box;
  }

  [[nodiscard]] BoxSize SizeOf(uint32_t i) const { return SoundSize(boxes_[by_layer_[i]]); }

  // Layers of at most this width, as far as columns of equal numbers allow.
  [[nodiscard]] Stacked Stack(double limit) const {
    Stacked stacked;
    for (size_t layer = 0; layer + 1 < first_.size(); ++layer) {
      stacked.first_column.push_back(static_cast<uint32_t>(stacked.columns.size()));
      double width = 0;
      for (uint32_t i = first_[layer]; i < first_[layer + 1]; ++i) width += SizeOf(i).width + gaps_.beside;
      const uint32_t count = first_[layer + 1] - first_[layer];
      const double rows =
          std::clamp(std::ceil(width / std::max(limit, 1.0)), 1.0, static_cast<double>(count));
      const auto deep = static_cast<uint32_t>(rows);
      double across = 0, height = 0;
      for (uint32_t begin = first_[layer]; begin < first_[layer + 1]; begin += deep) {
        Column column{begin, std::min(begin + deep, first_[layer + 1]), 0, -between_};
        for (uint32_t i = column.begin; i < column.end; ++i) {
          column.width = std::max(column.width, SizeOf(i).width);
          column.height += SizeOf(i).height + between_;
        }
        across += column.width + gaps_.beside;
        height = std::max(height, column.height);
        stacked.columns.push_back(column);
      }
      stacked.width = std::max(stacked.width, across - gaps_.beside);
      stacked.height += height + gaps_.below;
    }
    stacked.first_column.push_back(static_cast<uint32_t>(stacked.columns.size()));
    stacked.height -= gaps_.below;
    return stacked;
  }

  [[nodiscard]] CallLayers Place(const Stacked& stacked) const {
    CallLayers placed = order_.calls;
    double top = 0;
    for (size_t layer = 0; layer + 1 < first_.size(); ++layer) {
      const std::span<const Column> columns(stacked.columns.data() + stacked.first_column[layer],
                                            stacked.first_column[layer + 1] - stacked.first_column[layer]);
      const std::vector<double> left = Lefts(columns, stacked.width, placed.place);
      double height = 0;
      for (size_t k = 0; k < columns.size(); ++k) {
        double y = top;
        for (uint32_t i = columns[k].begin; i < columns[k].end; ++i) {
          const BoxSize size = SizeOf(i);
          placed.place[by_layer_[i]] = {left[k] + (columns[k].width - size.width) / 2, y};
          placed.below_top[by_layer_[i]] = y - top;
          y += size.height + between_;
        }
        height = std::max(height, columns[k].height);
      }
      top += height + gaps_.below;
    }
    return placed;
  }

  // Left edges as near below the callers as the order and the width allow: least squares of the distances, by
  // pooling adjacent violators (R. E. Barlow and others, "Statistical inference under order restrictions",
  // 1972).
  [[nodiscard]] std::vector<double> Lefts(std::span<const Column> columns, double width,
                                          const std::vector<PlanePoint>& places) const {
    struct Pool {
      double sum = 0;
      size_t count = 0;
      [[nodiscard]] double mean() const { return sum / static_cast<double>(count); }
    };
    std::vector<Pool> pools;
    std::vector<double> before(columns.size() + 1, 0);  // left edges of columns pushed left
    for (size_t k = 0; k < columns.size(); ++k) before[k + 1] = before[k] + columns[k].width + gaps_.beside;
    const double room = std::max(0.0, width - (before.back() - gaps_.beside));
    for (size_t k = 0; k < columns.size(); ++k) {
      double sum = 0, callers = 0;
      for (uint32_t i = columns[k].begin; i < columns[k].end; ++i) {
        const uint32_t parent = order_.calls.parent[by_layer_[i]];
        if (parent == kNoBox) continue;
        sum += places[parent].x + SoundSize(boxes_[parent]).width / 2;
        ++callers;
      }
      const double wanted = (callers > 0 ? sum / callers : width / 2) - columns[k].width / 2 - before[k];
      pools.push_back({wanted, 1});
      while (pools.size() > 1 && pools[pools.size() - 2].mean() > pools.back().mean()) {
        const Pool last = pools.back();
        pools.pop_back();
        pools.back().sum += last.sum;
        pools.back().count += last.count;
      }
    }
    std::vector<double> left;
    for (const Pool& pool : pools) {
      for (size_t k = 0; k < pool.count; ++k)
        left.push_back(std::clamp(pool.mean(), 0.0, room) + before[left.size()]);
    }
    return left;
  }

  std::span<const BoxSize> boxes_;
  const BoxCallOrder& order_;
  const BoxGaps gaps_;
  const double between_;                    // boxes of one column
  std::vector<uint32_t> by_layer_, first_;  // boxes; the begin of each layer
};

}  // namespace

CallLayers ArrangeCalls(std::span<const BoxSize> boxes, std::span<const BoxEdge> edges, const BoxGaps& gaps) {
  const size_t count = boxes.size();
  BoxCallOrder order = OrderCalls(count, edges);
  std::vector<double> height(count, 0), top(count + 1, 0);
  for (size_t k = 0; k < count; ++k)
    height[order.layer[k]] = std::max(height[order.layer[k]], SoundSize(boxes[k]).height);
  for (size_t k = 0; k < count; ++k) top[k + 1] = top[k] + height[k] + gaps.below;

  // BoxTree lists parents first.
  BoxTree tree;
  tree.parent.reserve(count);
  tree.size.reserve(count);
  tree.top.reserve(count);
  std::vector<uint32_t> rank(count);
  for (uint32_t k = 0; k < count; ++k) rank[order.boxes[k]] = k;
  for (const uint32_t box : order.boxes) {
    tree.parent.push_back(order.calls.parent[box] == kNoBox ? kNoBox : rank[order.calls.parent[box]]);
    tree.size.push_back(boxes[box]);
    tree.top.push_back(top[order.layer[box]]);
  }
  const std::vector<PlanePoint> places = ArrangeTree(tree, gaps);
  for (size_t k = 0; k < count; ++k) order.calls.place[order.boxes[k]] = places[k];
  return std::move(order.calls);
}

CallLayers ArrangeCallColumns(std::span<const BoxSize> boxes, std::span<const BoxEdge> edges,
                              const BoxGaps& gaps, double aspect) {
  const BoxCallOrder order = OrderCalls(boxes.size(), edges);
  return Columns(boxes, order, gaps).Arrange(aspect);
}

}  // namespace ringscope
