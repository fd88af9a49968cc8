#include "renderer/layout/subtree_costs.h"

namespace ringscope {
namespace {

ContextRange TopOf(const Cct& tree, const ViewRoot& root) {
  return root.is_run() ? root.run : tree.ChildrenOf(root.context);
}

// A depth-first pass. Calls group_of(context), then add(group, self, inclusive, is_nested). False where there
// are more contexts.
template <typename GroupOf, typename Add>
bool Walk(const Cct& tree, ContextRange top, MetricIndex metric, uint32_t most_contexts, GroupOf group_of,
          Add add) {
  struct Open {
    ContextRange siblings;  // behind the open context
    uint32_t group;
  };
  std::vector<Open> path;
  std::vector<uint32_t> open;  // per group: contexts of it on the path
  ContextRange siblings = top;
  uint32_t visited = 0;
  while (true) {
    while (!siblings.empty()) {
      if (++visited > most_contexts) return false;
      const ContextId context = siblings.begin++;
      const ContextRange children = tree.ChildrenOf(context);
      const uint32_t group = group_of(context);
      if (group >= open.size()) open.resize(group + 1);
      const uint64_t inclusive = tree.Inclusive(context, metric);
      add(group, inclusive - tree.Inclusive(children, metric), inclusive, open[group] != 0);
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

}  // namespace

const SubtreeCosts::Costs* SubtreeCosts::Below(const Cct& tree, FrameGroups& groups, const ViewRoot& root,
                                               MetricIndex metric, uint32_t most_contexts) {
  if (root_ != root || metric_ != metric || most_contexts_ != most_contexts) {
    root_ = root;
    metric_ = metric;
    most_contexts_ = most_contexts;
    costs_.emplace();
    others_.reset();
    const auto add = [&](uint32_t group, uint64_t self, uint64_t inclusive, bool is_nested) {
      if (group >= costs_->self.size()) {
        costs_->self.resize(group + 1);
        costs_->inclusive.resize(group + 1);
      }
      costs_->self[group] += self;
      if (!is_nested) costs_->inclusive[group] += inclusive;
    };
    const auto group_of = [&](ContextId context) { return groups.Of(tree.FrameOf(context)); };
    if (!Walk(tree, TopOf(tree, root), metric, most_contexts, group_of, add)) costs_.reset();
    if (costs_) {
      costs_->self.resize(groups.size());
      costs_->inclusive.resize(groups.size());
    }
  }
  return costs_ ? &*costs_ : nullptr;
}

uint64_t SubtreeCosts::OthersBelow(const Cct& tree, FrameGroups& groups, const ViewRoot& root,
                                   MetricIndex metric, const std::vector<bool>& shown) {
  const bool is_known = root_ == root && metric_ == metric && others_ && others_shown_ == shown;
  if (is_known) return *others_;
  uint64_t others = 0;
  const auto is_other = [&](ContextId context) -> uint32_t {
    const uint32_t group = groups.Of(tree.FrameOf(context));
    return group < shown.size() && shown[group] ? 0 : 1;
  };
  const auto add = [&](uint32_t is_counted, uint64_t, uint64_t inclusive, bool is_nested) {
    if (is_counted == 1 && !is_nested) others += inclusive;
  };
  if (!Walk(tree, TopOf(tree, root), metric, tree.context_count(), is_other, add)) return 0;
  others_ = others;
  others_shown_ = shown;
  return others;
}

}  // namespace ringscope
