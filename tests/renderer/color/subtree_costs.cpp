#include "tests/renderer/color/subtree_costs.h"

namespace ringscope {

// A depth-first pass with an explicit stack. False where there are more contexts.
bool SubtreeCosts::Walk(const Cct& tree, FrameGroups& groups, ContextRange top, MetricIndex metric,
                        uint32_t most_contexts) {
  struct Open {
    ContextRange siblings;  // behind the open context
    uint32_t group;
  };
  std::vector<Open> path;
  std::vector<uint32_t> open;  // per group: contexts of it on the path
  Costs& costs = *costs_;
  ContextRange siblings = top;
  while (true) {
    while (!siblings.empty()) {
      if (visited_.size() == most_contexts) return false;
      const ContextId context = siblings.begin++;
      const ContextRange children = tree.ChildrenOf(context);
      const uint32_t group = groups.Of(tree.FrameOf(context));
      if (group >= open.size()) {
        open.resize(group + 1);
        costs.self.resize(group + 1);
        costs.inclusive.resize(group + 1);
      }
      const uint64_t inclusive = tree.Inclusive(context, metric);
      visited_.push_back({inclusive, group, static_cast<uint32_t>(path.size())});
      costs.self[group] += inclusive - tree.Inclusive(children, metric);
      if (open[group] == 0) costs.inclusive[group] += inclusive;
      if (children.empty()) continue;
      path.push_back({siblings, group});
      ++open[group];
      siblings = children;
    }
    if (path.empty()) return true;
    siblings = path.back().siblings;
    --open[path.back().group];
    path.pop_back();
  }
}

const SubtreeCosts::Costs* SubtreeCosts::Below(const Cct& tree, FrameGroups& groups, const ViewRoot& root,
                                               MetricIndex metric, uint32_t most_contexts) {
  if (root_ != root || metric_ != metric || most_contexts_ != most_contexts) {
    root_ = root;
    metric_ = metric;
    most_contexts_ = most_contexts;
    costs_.emplace();
    visited_.clear();
    const ContextRange top = root.is_run() ? root.run : tree.ChildrenOf(root.context);
    if (Walk(tree, groups, top, metric, most_contexts)) {
      costs_->self.resize(groups.size());
      costs_->inclusive.resize(groups.size());
    } else {
      costs_.reset();
      visited_ = {};
    }
  }
  return costs_ ? &*costs_ : nullptr;
}

uint64_t SubtreeCosts::InclusiveOfOthers(const std::vector<bool>& shown) const {
  uint64_t sum = 0;
  std::optional<uint32_t> counted;  // depth of the one that those below it are counted with
  for (const Visited& at : visited_) {
    if (counted && at.depth > *counted) continue;
    counted.reset();
    if (at.group < shown.size() && shown[at.group]) continue;
    sum += at.inclusive;
    counted = at.depth;
  }
  return sum;
}

}  // namespace ringscope
