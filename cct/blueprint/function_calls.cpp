#include "cct/blueprint/function_calls.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <queue>
#include <span>
#include <unordered_map>
#include <utility>

#include "cct/base/text/utf8.h"
#include "cct/tree/frame_table.h"

namespace ringscope {
namespace {

// The item of each frame; kNoItem for threads.
std::vector<uint32_t> CodeItems(const Cct& tree, const ItemTable& items) {
  std::vector<uint32_t> of = items.item_of_frame;
  for (FrameId frame = 0; frame < of.size(); ++frame) {
    if (IsThread(tree.frames()[frame].kind)) of[frame] = kNoItem;
  }
  return of;
}

class CallWalk {
 public:
  CallWalk(const Cct& tree, const ItemTable& items, MetricIndex metric, uint32_t middle)
      : tree_(tree),
        item_of_frame_(CodeItems(tree, items)),
        metric_(metric),
        calls_(FindCallsOf(tree)),
        middle_(middle) {}

  Result<std::vector<CallEdge>> Run(ContextRange roots, JobControl* job) {
    constexpr uint64_t kContextsBetweenPolls = 1u << 14;
    ContextRange siblings = roots;
    uint64_t visited = 0;
    while (true) {
      while (!siblings.empty()) {
        if (++visited > tree_.context_count())
          return Fail(ErrorCode::kMalformed, "the tree lists a context below several callers");
        if (visited % kContextsBetweenPolls == 0 && IsCancelled(job))
          return Fail(ErrorCode::kCancelled, "looking for calls was cancelled");
        const ContextId context = siblings.begin++;
        const ContextRange children = tree_.ChildrenOf(context);
        Open(context, siblings);
        if (children.empty()) {
          siblings = Close();
          continue;
        }
        siblings = children;
      }
      if (path_.empty()) return std::move(edges_);
      siblings = Close();
    }
  }

 private:
  struct Place {
    ContextRange rest;
    uint32_t item = kNoItem;
    uint32_t edge = kNoItem;
  };

  void Open(ContextId context, ContextRange rest) {
    Place place{rest, context == kRootContext ? kNoItem : ItemOf(context), kNoItem};
    const uint32_t caller = path_.empty() ? kNoItem : path_.back().item;
    if (place.item != kNoItem && caller != kNoItem) {
      const uint64_t key = (uint64_t{caller} << 32) | place.item;
      const auto [found, is_new] = edge_of_.try_emplace(key, static_cast<uint32_t>(edges_.size()));
      if (is_new) {
        edges_.push_back({caller, place.item, 0, 0, false});
        open_.push_back(0);
      }
      place.edge = found->second;
      CallEdge& edge = edges_[place.edge];
      if (open_[place.edge]++ == 0) edge.cost += tree_.Inclusive(context, metric_);
      if (calls_) edge.calls += tree_.Self(context, *calls_);
      edge.is_reached |= middle_open_ != 0;
    }
    if (place.item != kNoItem && place.item == middle_) ++middle_open_;
    path_.push_back(place);
  }
  // Returns the siblings to visit next.
  ContextRange Close() {
    const Place place = path_.back();
    path_.pop_back();
    if (place.edge != kNoItem) --open_[place.edge];
    if (place.item != kNoItem && place.item == middle_) --middle_open_;
    return place.rest;
  }
  [[nodiscard]] uint32_t ItemOf(ContextId context) const {
    const FrameId frame = tree_.FrameOf(context);
    return frame < item_of_frame_.size() ? item_of_frame_[frame] : kNoItem;
  }

  const Cct& tree_;
  const std::vector<uint32_t> item_of_frame_;
  const MetricIndex metric_;
  const std::optional<MetricIndex> calls_;
  const uint32_t middle_;
  uint32_t middle_open_ = 0;
  std::vector<Place> path_;
  std::vector<CallEdge> edges_;
  std::vector<uint32_t> open_;  // by edge: contexts on the path
  std::unordered_map<uint64_t, uint32_t> edge_of_;
};

bool EndsBehindSeparator(std::string_view name, std::string_view end) {
  constexpr std::string_view kSeparators = ".:/#$";
  return name.size() > end.size() && name.ends_with(end) &&
         kSeparators.find(name[name.size() - end.size() - 1]) != std::string_view::npos;
}

// The begin of each item's edges if these are sorted by `end` (caller or callee), and the end of all.
std::vector<uint32_t> BeginsOf(std::span<const CallEdge> edges, uint32_t CallEdge::*end, size_t items) {
  std::vector<uint32_t> begins(items + 1, 0);
  for (const CallEdge& edge : edges) ++begins[size_t{edge.*end} + 1];
  std::partial_sum(begins.begin(), begins.end(), begins.begin());
  return begins;
}

}  // namespace

Result<FunctionCalls> BuildFunctionCalls(const Cct& tree, const ItemTable& items, ContextRange roots,
                                         MetricIndex metric, uint32_t middle, JobControl* job) {
  FunctionCalls graph;
  graph.middle = middle;
  RINGSCOPE_ASSIGN(graph.edges, CallWalk(tree, items, metric, middle).Run(roots, job));
  std::sort(graph.edges.begin(), graph.edges.end(), [](const CallEdge& a, const CallEdge& b) {
    if (a.caller != b.caller) return a.caller < b.caller;
    return a.cost != b.cost ? a.cost > b.cost : a.callee < b.callee;
  });
  graph.first = BeginsOf(graph.edges, &CallEdge::caller, items.size());
  return graph;
}

Result<uint32_t> FindFunctionItem(const ItemTable& items, std::string_view name, MetricIndex metric) {
  uint32_t whole = kNoItem, end = kNoItem;
  const auto take = [&](uint32_t& best, uint32_t item) {
    if (best == kNoItem || items.inclusive[metric][item] > items.inclusive[metric][best]) best = item;
  };
  for (uint32_t item = 0; item < items.size(); ++item) {
    if (items.name[item] == name) take(whole, item);
    if (EndsBehindSeparator(items.name[item], name)) take(end, item);
  }
  if (whole != kNoItem) return whole;
  if (end != kNoItem) return end;
  constexpr size_t kMostShown = 100;
  return Fail(ErrorCode::kNotFound, "expected the name of a function of the profile, found '" +
                                        std::string(Utf8Prefix(name, kMostShown)) + "'");
}

uint32_t DearestCaller(const Cct& tree, const ItemTable& items, ContextRange roots, MetricIndex metric) {
  const std::vector<uint32_t> item_of_frame = CodeItems(tree, items);
  uint32_t best = kNoItem;
  for (ContextRange layer = roots; !layer.empty(); layer = tree.ChildrenOfRun(layer)) {
    for (ContextId context = layer.begin; context < layer.end; ++context) {
      const FrameId frame = tree.FrameOf(context);
      if (context == kRootContext || frame >= item_of_frame.size() || tree.ChildrenOf(context).empty())
        continue;
      const uint32_t item = item_of_frame[frame];
      if (item == kNoItem) continue;
      if (best == kNoItem || items.inclusive[metric][item] > items.inclusive[metric][best]) best = item;
    }
  }
  return best;
}

namespace {

// Keeps the dearest functions; each is connected to the middle by calls of functions that are kept too.
void KeepDearest(uint32_t dearest, CallNeighbourhood& around) {
  const auto count = static_cast<uint32_t>(around.functions.size());
  if (count <= dearest + 1) return;
  std::vector<std::vector<std::pair<uint64_t, uint32_t>>> beside(count);  // cost of the calls, the other end
  for (const CallNeighbourhood::Call& call : around.calls) {
    beside[call.from].emplace_back(call.cost, call.to);
    beside[call.to].emplace_back(call.cost, call.from);
  }
  std::vector<bool> is_kept(count, false);
  std::priority_queue<std::pair<uint64_t, uint32_t>> open;
  open.emplace(0, 0);
  for (uint32_t kept = 0; kept < std::max(dearest, 1u) && !open.empty();) {
    const uint32_t next = open.top().second;
    open.pop();
    if (is_kept[next]) continue;
    is_kept[next] = true;
    ++kept;
    for (const auto& one : beside[next])
      if (!is_kept[one.second]) open.push(one);
  }
  std::vector<uint32_t> place(count, kNoItem);
  uint32_t at = 0;
  for (uint32_t k = 0; k < count; ++k) {
    if (!is_kept[k]) {
      ++around.left_out;
      around.left_out_items.push_back(around.functions[k]);
      continue;
    }
    place[k] = at;
    around.functions[at] = around.functions[k];
    around.layers[at++] = around.layers[k];
  }
  around.functions.resize(at);
  around.layers.resize(at);
  std::erase_if(around.calls, [&](const CallNeighbourhood::Call& call) {
    return !is_kept[call.from] || !is_kept[call.to];
  });
  for (CallNeighbourhood::Call& call : around.calls) {
    call.from = place[call.from];
    call.to = place[call.to];
  }
}

}  // namespace

CallNeighbourhood AroundFunction(const FunctionCalls& graph, uint32_t up, std::optional<uint32_t> down,
                                 std::optional<uint32_t> dearest) {
  CallNeighbourhood around;
  const auto item_count = static_cast<uint32_t>(graph.first.size() - 1);
  if (graph.middle >= item_count) return around;
  std::vector<uint32_t> place(item_count, kNoItem);
  std::vector<bool> is_left_out(item_count, false);
  const auto add = [&](uint32_t item, int32_t layer) {
    if (place[item] != kNoItem || is_left_out[item]) return;
    if (around.functions.size() == kMostBehaviorFunctions) {
      is_left_out[item] = true;
      ++around.left_out;
      around.left_out_items.push_back(item);
      return;
    }
    place[item] = static_cast<uint32_t>(around.functions.size());
    around.functions.push_back(item);
    around.layers.push_back(layer);
  };
  // Walks breadth-first from the middle. `begins` has the edges by function; other(edge) is the other end of
  // an edge, kNoItem to skip it. Returns how many functions are one layer behind the last.
  const auto walk = [&](const std::vector<uint32_t>& begins, int32_t step, std::optional<uint32_t> layers,
                        const auto& other) {
    std::vector<bool> is_more(item_count, false);
    // Visits the middle, then only functions that this walk adds.
    const size_t added = around.functions.size();
    for (size_t at = 0; at < around.functions.size(); at = at == 0 ? added : at + 1) {
      const uint32_t item = around.functions[at];
      const int32_t layer = around.layers[at];
      const bool is_last = layers && std::abs(layer) >= static_cast<int32_t>(*layers);
      for (uint32_t e = begins[item]; e < begins[size_t{item} + 1]; ++e) {
        const uint32_t next = other(e);
        if (next == kNoItem) continue;
        if (is_last)
          is_more[next] = true;
        else
          add(next, layer + step);
      }
    }
    uint32_t more = 0;
    for (uint32_t item = 0; item < item_count; ++item)
      more += is_more[item] && place[item] == kNoItem ? 1 : 0;
    return more;
  };
  add(graph.middle, 0);
  // Callees first, so that a function that is both counts as a callee.
  around.more_callees = walk(graph.first, 1, down, [&](uint32_t e) {
    return graph.edges[e].is_reached ? graph.edges[e].callee : kNoItem;
  });
  const std::vector<uint32_t> begins = BeginsOf(graph.edges, &CallEdge::callee, item_count);
  std::vector<uint32_t> caller(graph.edges.size()), next(begins.begin(), begins.end() - 1);
  for (const CallEdge& edge : graph.edges) caller[next[edge.callee]++] = edge.caller;
  around.more_callers = walk(begins, -1, up, [&](uint32_t e) { return caller[e]; });

  // The calls between these functions: reached ones, and all calls of callers above the middle.
  for (uint32_t k = 0; k < around.functions.size(); ++k) {
    const uint32_t item = around.functions[k];
    for (uint32_t e = graph.first[item]; e < graph.first[size_t{item} + 1]; ++e) {
      const CallEdge& edge = graph.edges[e];
      const uint32_t to = place[edge.callee];
      if (to == kNoItem || (around.layers[k] >= 0 && !edge.is_reached)) continue;
      around.calls.push_back({k, to, edge.cost, edge.calls});
    }
  }
  if (dearest) KeepDearest(*dearest, around);
  return around;
}

}  // namespace ringscope
