#include "app/view/view_navigation.h"

#include <algorithm>
#include <unordered_map>

namespace ringscope {
namespace {

ContextId FindChild(const Cct& tree, ContextId parent, const Frame& frame) {
  const ContextRange children = tree.ChildrenOf(parent);
  for (ContextId child = children.begin; child < children.end; ++child) {
    if (tree.FrameAt(child) == frame) return child;
  }
  return kNoContext;
}

}  // namespace

ViewRoot WholeTreeRoot(const Cct& tree) { return {tree.NaturalViewRoot(), {}}; }

ViewRoot TopRoot(const Cct& tree) {
  const ContextRange top = tree.ChildrenOf(kRootContext);
  return {top.size() == 1 ? top.begin : kRootContext, {}};
}

uint32_t CallersAbove(const Cct& tree, ContextId context) {
  const uint32_t layer = tree.LayerOf(context);
  return layer == 0 ? 0 : layer - 1;
}

bool IsOverallRoot(const Cct& tree, const ViewRoot& root) {
  return !root.is_run() && tree.IsWithin(tree.NaturalViewRoot(), root.context);
}

std::optional<SinglePath> PathToBranch(const Cct& tree, const ViewRoot& root, MetricIndex metric,
                                       double least_share) {
  if (root.is_run() || root.context >= tree.context_count() || metric >= tree.metric_count())
    return std::nullopt;
  const auto whole = static_cast<double>(tree.Inclusive(root.context, metric));
  if (whole <= 0) return std::nullopt;
  const auto share_of = [&](ContextId context) {
    return static_cast<double>(tree.Inclusive(context, metric)) / whole;
  };
  SinglePath path{root.context, 0, 1};
  for (;;) {
    // The first callee is the largest by the primary metric; where another metric disagrees it branches.
    const ContextRange callees = tree.ChildrenOf(path.end);
    if (callees.empty()) return std::nullopt;
    const double share = share_of(callees.begin);
    if (share < least_share) break;
    path = {callees.begin, path.layers + 1, share};
  }
  // Cost that is lost little by little on the way, as in a deep recursion, is no branch.
  constexpr double kLittleLoss = 0.95;
  const ContextId next = tree.ChildrenOf(path.end).begin;
  const auto left = static_cast<double>(tree.Inclusive(next, metric));
  const double kept = std::max(least_share, kLittleLoss);
  if (path.layers == 0 || left >= kept * static_cast<double>(tree.Inclusive(path.end, metric)))
    return std::nullopt;
  return path;
}

bool HidesTheRest(const Cct& tree, const SinglePath& path, uint32_t depth_limit) {
  constexpr uint32_t kFewLayers = 8;
  return path.layers >= kFewLayers && 2 * uint64_t{path.layers} >= std::min(depth_limit, tree.layer_count());
}

std::optional<ViewRoot> CallerOf(const Cct& tree, const ViewRoot& root) {
  if (root.is_run()) return ViewRoot{root.context, {}};
  const ContextId caller = tree.ParentOf(root.context);
  if (caller == kNoContext) return std::nullopt;
  if (caller == kRootContext && tree.ChildrenOf(kRootContext).size() == 1) return std::nullopt;
  return ViewRoot{caller, {}};
}

ContextId LargestOf(const Cct& tree, ContextRange siblings, MetricIndex metric) {
  ContextId largest = siblings.empty() ? kNoContext : siblings.begin;
  if (metric == 0) return largest;  // they are in its order
  for (ContextId one = siblings.begin; one < siblings.end; ++one) {
    if (tree.Inclusive(one, metric) > tree.Inclusive(largest, metric)) largest = one;
  }
  return largest;
}

bool IsValidRoot(const Cct& tree, const ViewRoot& root) {
  if (root.context >= tree.context_count()) return false;
  if (!root.is_run()) return true;
  const ContextRange children = tree.ChildrenOf(root.context);
  return children.begin <= root.run.begin && root.run.begin < root.run.end && root.run.end <= children.end;
}

ContextId FindCounterpart(const Cct& from, ContextId context, const Cct& to) {
  ContextId found = kRootContext;
  for (const ContextId step : from.PathTo(context)) {
    // Transforms take frames out of paths (hidden ones, threads, what lies above a focus): the others still
    // lead on.
    const ContextId child = FindChild(to, found, from.FrameAt(step));
    if (child != kNoContext) found = child;
  }
  return found == kRootContext ? to.NaturalViewRoot() : found;
}

ContextId FindExactCounterpart(const Cct& from, ContextId context, const Cct& to) {
  const ContextId found = FindCounterpart(from, context, to);
  return to.FrameAt(found) == from.FrameAt(context) ? found : kNoContext;
}

std::vector<ContextId> FindCounterparts(const Cct& from, std::span<const ContextId> contexts, const Cct& to,
                                        uint64_t budget) {
  // The nearest counterpart of every context on the way to those that were asked for.
  std::unordered_map<ContextId, ContextId> nearest{{kRootContext, kRootContext}};
  std::vector<ContextId> found, way;
  for (const ContextId context : contexts) {
    way.clear();
    ContextId at = context;
    for (; at != kNoContext && !nearest.contains(at); at = from.ParentOf(at)) way.push_back(at);
    if (at == kNoContext) continue;
    ContextId place = nearest[at];
    while (!way.empty()) {
      const uint64_t cost = uint64_t{to.ChildrenOf(place).size()} + 1;
      if (cost > budget) break;
      budget -= cost;
      const ContextId child = FindChild(to, place, from.FrameAt(way.back()));
      if (child != kNoContext) place = child;
      nearest.emplace(way.back(), place);
      way.pop_back();
    }
    if (!way.empty()) break;
    if (place == kRootContext) place = to.NaturalViewRoot();
    if (to.FrameAt(place) == from.FrameAt(context)) found.push_back(place);
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace ringscope
