#include "cct/table/group_table.h"

#include <algorithm>

#include "cct/table/subtree_walk.h"

namespace ringscope {
namespace {

class GroupSums {
 public:
  GroupSums(const Cct& tree, const FrameGrouping& grouping)
      : tree_(tree), grouping_(grouping), on_path_(grouping.size(), 0) {
    table_.contexts.resize(grouping.size());
    table_.self.assign(tree.metric_count(), std::vector<uint64_t>(grouping.size()));
    table_.inclusive = table_.self;
  }

  void Enter(ContextId context, ContextRange children) {
    const uint32_t group = context == kRootContext ? kNoGroup : grouping_.GroupOf(tree_.FrameOf(context));
    path_.push_back(group);
    if (group == kNoGroup) return;
    const bool outermost = on_path_[group]++ == 0;
    ++table_.contexts[group];
    for (MetricIndex m = 0; m < tree_.metric_count(); ++m) {
      const uint64_t inclusive = tree_.Inclusive(context, m);
      table_.self[m][group] += inclusive - tree_.Inclusive(children, m);
      if (outermost) table_.inclusive[m][group] += inclusive;
    }
  }
  void Leave() {
    if (path_.back() != kNoGroup) --on_path_[path_.back()];
    path_.pop_back();
  }

  [[nodiscard]] GroupTable& table() { return table_; }

 private:
  const Cct& tree_;
  const FrameGrouping& grouping_;
  std::vector<uint32_t> on_path_;  // per group: contexts of it that are open
  std::vector<uint32_t> path_;     // groups of the open contexts
  GroupTable table_;
};

// Per group of neighbours, whatever occurs.
struct NeighbourSums {
  std::vector<std::vector<uint64_t>> inclusive;
  std::vector<uint64_t> contexts;  // one more than groups: the last is kNoGroup

  NeighbourSums(uint32_t metric_count, uint32_t group_count)
      : inclusive(metric_count, std::vector<uint64_t>(uint64_t{group_count} + 1)),
        contexts(uint64_t{group_count} + 1) {}

  [[nodiscard]] uint64_t SlotOf(uint32_t group) const {
    return std::min<uint64_t>(group, contexts.size() - 1);
  }
};

class CallerSums {
 public:
  CallerSums(const Cct& tree, const FrameGrouping& grouping, uint32_t group)
      : tree_(tree), grouping_(grouping), group_(group), sums_(tree.metric_count(), grouping.size()) {}

  void Enter(ContextId context, ContextRange /*children*/) {
    const uint32_t group = context == kRootContext ? kNoGroup : grouping_.GroupOf(tree_.FrameOf(context));
    if (group == group_ && open_++ == 0) {
      const uint64_t caller = sums_.SlotOf(path_.empty() ? CallerOutside(context) : path_.back());
      ++sums_.contexts[caller];
      for (MetricIndex m = 0; m < tree_.metric_count(); ++m)
        sums_.inclusive[m][caller] += tree_.Inclusive(context, m);
    }
    path_.push_back(group);
  }
  void Leave() {
    if (path_.back() == group_) --open_;
    path_.pop_back();
  }
  [[nodiscard]] const NeighbourSums& sums() const { return sums_; }

 private:
  // The caller of one of the walk's roots.
  [[nodiscard]] uint32_t CallerOutside(ContextId context) const {
    const ContextId caller = tree_.ParentOf(context);
    return caller == kRootContext || caller == kNoContext ? kNoGroup
                                                          : grouping_.GroupOf(tree_.FrameOf(caller));
  }

  const Cct& tree_;
  const FrameGrouping& grouping_;
  const uint32_t group_;
  uint32_t open_ = 0;
  std::vector<uint32_t> path_;  // groups of the open contexts
  NeighbourSums sums_;
};

class CalleeSums {
 public:
  CalleeSums(const Cct& tree, const FrameGrouping& grouping, uint32_t group)
      : tree_(tree), grouping_(grouping), group_(group), sums_(tree.metric_count(), grouping.size()) {}

  void Enter(ContextId context, ContextRange /*children*/) {
    const uint32_t group = context == kRootContext ? kNoGroup : grouping_.GroupOf(tree_.FrameOf(context));
    const State caller = path_.empty() ? State{} : path_.back();
    State state{group, caller.callee, caller.charged};
    if (group == group_) {
      // Whatever lies below here counts with this context's callees, no longer with the callee above.
      if (caller.charged) {
        for (MetricIndex m = 0; m < tree_.metric_count(); ++m)
          sums_.inclusive[m][caller.callee] -= tree_.Inclusive(context, m);
      }
      if (caller.group == group_ && !path_.empty()) ++sums_.contexts[sums_.SlotOf(group)];
      state.charged = false;
    } else if (caller.group == group_ && !path_.empty()) {
      state.callee = sums_.SlotOf(group);
      state.charged = true;
      ++sums_.contexts[state.callee];
      for (MetricIndex m = 0; m < tree_.metric_count(); ++m)
        sums_.inclusive[m][state.callee] += tree_.Inclusive(context, m);
    }
    path_.push_back(state);
  }
  void Leave() { path_.pop_back(); }
  [[nodiscard]] const NeighbourSums& sums() const { return sums_; }

 private:
  // Of an open context.
  struct State {
    uint32_t group = kNoGroup;
    uint64_t callee = 0;   // which row its cost was added to,
    bool charged = false;  // if to any
  };
  const Cct& tree_;
  const FrameGrouping& grouping_;
  const uint32_t group_;
  std::vector<State> path_;
  NeighbourSums sums_;
};

NeighbourTable TableOf(const NeighbourSums& sums) {
  NeighbourTable table;
  std::vector<uint64_t> slots;
  for (uint64_t slot = 0; slot < sums.contexts.size(); ++slot) {
    if (sums.contexts[slot] != 0) slots.push_back(slot);
  }
  std::stable_sort(slots.begin(), slots.end(),
                   [&](uint64_t a, uint64_t b) { return sums.inclusive[0][a] > sums.inclusive[0][b]; });
  table.inclusive.resize(sums.inclusive.size());
  for (const uint64_t slot : slots) {
    table.group.push_back(slot + 1 == sums.contexts.size() ? kNoGroup : static_cast<uint32_t>(slot));
    table.contexts.push_back(sums.contexts[slot]);
    for (size_t m = 0; m < sums.inclusive.size(); ++m) table.inclusive[m].push_back(sums.inclusive[m][slot]);
  }
  return table;
}

}  // namespace

Result<GroupTable> BuildGroupTable(const Cct& tree, const FrameGrouping& grouping, ContextRange roots,
                                   JobControl* job) {
  GroupSums sums(tree, grouping);
  RINGSCOPE_TRY(WalkSubtrees(tree, roots, sums, job));
  GroupTable table = std::move(sums.table());
  for (MetricIndex m = 0; m < tree.metric_count(); ++m) table.total.push_back(tree.Inclusive(roots, m));
  return table;
}

Result<NeighbourTable> BuildNeighbourTable(const Cct& tree, const FrameGrouping& grouping, uint32_t group,
                                           NeighbourSide side, ContextRange roots, JobControl* job) {
  if (side == NeighbourSide::kCallers) {
    CallerSums sums(tree, grouping, group);
    RINGSCOPE_TRY(WalkSubtrees(tree, roots, sums, job));
    return TableOf(sums.sums());
  }
  CalleeSums sums(tree, grouping, group);
  RINGSCOPE_TRY(WalkSubtrees(tree, roots, sums, job));
  return TableOf(sums.sums());
}

}  // namespace ringscope
