#include "cct/table/group_table.h"

#include <algorithm>
#include <utility>

#include "cct/base/check.h"
#include "cct/table/subtree_walk.h"

namespace ringscope {
namespace {

// The groups of contexts without a look at bounds: whatever has no group is in the last one.
class GroupOfContext {
 public:
  GroupOfContext(const Cct& tree, const FrameGrouping& grouping)
      : frame_(tree.columns().frame), group_of_frame_(grouping.group_of_frame), none_(grouping.size()) {
    group_of_frame_.push_back(none_);
    for (uint32_t& group : group_of_frame_) group = std::min(group, none_);
  }
  [[nodiscard]] uint32_t operator[](ContextId context) const {
    frame_.Prefetch(uint64_t{context} + kPrefetchDistance);
    const uint64_t frame = std::min<uint64_t>(frame_[context], group_of_frame_.size() - 1);
    return context == kRootContext ? none_ : group_of_frame_[frame];
  }
  [[nodiscard]] uint32_t none() const { return none_; }

 private:
  const ChunkedColumn<uint32_t>& frame_;
  std::vector<uint32_t> group_of_frame_;
  uint32_t none_;
};

class GroupSums {
 public:
  // inherit: contexts without a group belong to that of their caller, those of the roots to `outside`.
  GroupSums(const Cct& tree, const GroupOfContext& group_of, bool inherit, uint32_t outside)
      : tree_(tree),
        group_of_(group_of),
        inherit_(inherit),
        outside_(outside),
        more_metrics_(tree.metric_count() - 1),
        running_(tree.columns().running_inclusive[0]),
        groups_(uint64_t{group_of.none()} + 1),
        more_(groups_.size() * more_metrics_) {}

  bool Visit(ContextId context, ContextRange children) {
    const uint32_t g = GroupOf(context);
    Group& group = groups_[g];
    // The pass reads a place of every layer in turn, each layer from its front to its end.
    running_.Prefetch(uint64_t{context} + kPrefetchDistance / 2);
    const uint64_t inclusive = running_[uint64_t{context} + 1] - running_[context];
    ++group.contexts;
    group.values.self += inclusive - (running_[children.end] - running_[children.begin]);
    group.values.inclusive += group.open == 0 ? inclusive : 0;
    for (uint64_t m = 0; m < more_metrics_; ++m) {
      tree_.columns().running_inclusive[m + 1].Prefetch(uint64_t{context} + kPrefetchDistance / 2);
      Values& values = more_[g * more_metrics_ + m];
      const uint64_t more_inclusive = tree_.Inclusive(context, static_cast<MetricIndex>(m + 1));
      values.self += more_inclusive - tree_.Inclusive(children, static_cast<MetricIndex>(m + 1));
      values.inclusive += group.open == 0 ? more_inclusive : 0;
    }
    if (children.empty()) return false;
    path_.push_back(g);
    ++group.open;
    return true;
  }
  void Open(ContextId context) {
    path_.push_back(GroupOf(context));
    ++groups_[path_.back()].open;
  }
  void Close() {
    --groups_[path_.back()].open;
    path_.pop_back();
  }

  void AddTo(GroupTable& table) const {
    for (uint64_t g = 0; g < group_of_.none(); ++g) {
      table.contexts[g] += groups_[g].contexts;
      Add(groups_[g].values, table, 0, g);
      for (uint64_t m = 0; m < more_metrics_; ++m) Add(more_[g * more_metrics_ + m], table, m + 1, g);
    }
  }

 private:
  struct Values {
    uint64_t self = 0, inclusive = 0;
  };
  struct Group {
    uint32_t contexts = 0;
    uint32_t open = 0;  // contexts of the group on the path
    Values values;      // of metric 0
  };
  [[nodiscard]] uint32_t GroupOf(ContextId context) const {
    const uint32_t group = group_of_[context];
    if (group != group_of_.none() || !inherit_ || context == kRootContext) return group;
    return path_.empty() ? outside_ : path_.back();
  }
  static void Add(const Values& values, GroupTable& table, uint64_t metric, uint64_t group) {
    table.self[metric][group] += values.self;
    table.inclusive[metric][group] += values.inclusive;
  }

  const Cct& tree_;
  const GroupOfContext& group_of_;
  const bool inherit_;
  const uint32_t outside_;
  const uint64_t more_metrics_;
  const ChunkedColumn<uint64_t>& running_;
  std::vector<Group> groups_;
  std::vector<Values> more_;    // of the metrics behind the first, group by group
  std::vector<uint32_t> path_;  // groups of the open contexts
};

// Per group of neighbours, whatever occurs; the last is for contexts without a group.
struct NeighbourSums {
  std::vector<std::vector<uint64_t>> inclusive;  // per metric
  std::vector<uint64_t> contexts;

  NeighbourSums(const Cct& tree, uint32_t group_count)
      : inclusive(tree.metric_count(), std::vector<uint64_t>(uint64_t{group_count} + 1)),
        contexts(uint64_t{group_count} + 1) {}

  void Add(const Cct& tree, ContextId context, uint32_t group) {
    for (MetricIndex m = 0; m < inclusive.size(); ++m) inclusive[m][group] += tree.Inclusive(context, m);
  }
  void Subtract(const Cct& tree, ContextId context, uint32_t group) {
    for (MetricIndex m = 0; m < inclusive.size(); ++m) inclusive[m][group] -= tree.Inclusive(context, m);
  }
  void AddTo(NeighbourSums& sums) const {
    for (uint64_t g = 0; g < contexts.size(); ++g) {
      sums.contexts[g] += contexts[g];
      for (size_t m = 0; m < inclusive.size(); ++m) sums.inclusive[m][g] += inclusive[m][g];
    }
  }
};

class CallerSums {
 public:
  CallerSums(const Cct& tree, const GroupOfContext& group_of, uint32_t group)
      : tree_(tree), group_of_(group_of), group_(group), sums_(tree, group_of.none()) {}

  bool Visit(ContextId context, ContextRange children) {
    const uint32_t group = group_of_[context];
    if (group == group_) {
      const uint32_t caller = path_.empty() ? CallerOutside(context) : path_.back();
      ++sums_.contexts[caller];
      sums_.Add(tree_, context, caller);
      return false;  // what lies below is no outermost context of the group
    }
    if (children.empty()) return false;
    path_.push_back(group);
    return true;
  }
  void Open(ContextId context) { path_.push_back(group_of_[context]); }
  void Close() { path_.pop_back(); }
  [[nodiscard]] const NeighbourSums& sums() const { return sums_; }

 private:
  // The caller of one of the walk's roots.
  [[nodiscard]] uint32_t CallerOutside(ContextId context) const {
    const ContextId caller = tree_.ParentOf(context);
    return caller == kNoContext ? group_of_.none() : group_of_[caller];
  }

  const Cct& tree_;
  const GroupOfContext& group_of_;
  const uint32_t group_;
  std::vector<uint32_t> path_;  // groups of the open contexts
  NeighbourSums sums_;
};

class CalleeSums {
 public:
  CalleeSums(const Cct& tree, const GroupOfContext& group_of, uint32_t group)
      : tree_(tree), group_of_(group_of), group_(group), sums_(tree, group_of.none()) {}

  bool Visit(ContextId context, ContextRange children) {
    const uint32_t group = group_of_[context];
    const Caller caller = path_.empty() ? Caller{} : path_.back();
    if (caller.is_chosen) {
      ++sums_.contexts[group];
      if (group != group_) sums_.Add(tree_, context, group);
    } else if (caller.is_charged && group == group_) {
      // What lies below here counts with this context's callees instead.
      sums_.Subtract(tree_, context, caller.callee);
    }
    if (children.empty()) return false;
    path_.push_back(Opened(group, caller));
    return true;
  }
  void Open(ContextId context) {
    path_.push_back(Opened(group_of_[context], path_.empty() ? Caller{} : path_.back()));
  }
  void Close() { path_.pop_back(); }
  [[nodiscard]] const NeighbourSums& sums() const { return sums_; }

 private:
  // An open context.
  struct Caller {
    bool is_chosen = false;   // of the group itself
    bool is_charged = false;  // its cost has been added to `callee`
    uint32_t callee = 0;
  };
  [[nodiscard]] Caller Opened(uint32_t group, const Caller& caller) const {
    if (group == group_) return {.is_chosen = true};
    return caller.is_chosen ? Caller{.is_charged = true, .callee = group} : caller;
  }

  const Cct& tree_;
  const GroupOfContext& group_of_;
  const uint32_t group_;
  std::vector<Caller> path_;
  NeighbourSums sums_;
};

NeighbourTable TableOf(const NeighbourSums& sums) {
  NeighbourTable table;
  std::vector<uint64_t> rows;
  for (uint64_t g = 0; g < sums.contexts.size(); ++g) {
    if (sums.contexts[g] != 0) rows.push_back(g);
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [&](uint64_t a, uint64_t b) { return sums.inclusive[0][a] > sums.inclusive[0][b]; });
  table.inclusive.resize(sums.inclusive.size());
  for (const uint64_t g : rows) {
    table.group.push_back(g + 1 == sums.contexts.size() ? kNoGroup : static_cast<uint32_t>(g));
    table.contexts.push_back(sums.contexts[g]);
    for (size_t m = 0; m < sums.inclusive.size(); ++m) table.inclusive[m].push_back(sums.inclusive[m][g]);
  }
  return table;
}

template <typename Sums>
Result<NeighbourTable> BuildNeighbours(const Cct& tree, const FrameGrouping& grouping, uint32_t group,
                                       ContextRange roots, JobControl* job, uint32_t worker_count) {
  RINGSCOPE_CHECK(grouping.by != GroupBy::kThread);
  const GroupOfContext group_of(tree, grouping);
  std::vector<Sums> workers(WalkWorkerCount(tree, worker_count), Sums(tree, group_of, group));
  RINGSCOPE_TRY(SubtreeWalk<Sums>(tree, job).Run(roots, workers));
  NeighbourSums sums(tree, grouping.size());
  for (const Sums& worker : workers) worker.sums().AddTo(sums);
  return TableOf(sums);
}

// The group of the innermost caller of the roots that has one.
uint32_t GroupAbove(const Cct& tree, const GroupOfContext& group_of, ContextRange roots) {
  if (roots.empty()) return group_of.none();
  ContextId caller = tree.ParentOf(roots.begin);
  while (caller != kNoContext && group_of[caller] == group_of.none()) caller = tree.ParentOf(caller);
  return caller == kNoContext ? group_of.none() : group_of[caller];
}

}  // namespace

Result<GroupTable> BuildGroupTable(const Cct& tree, const FrameGrouping& grouping, ContextRange roots,
                                   JobControl* job, uint32_t worker_count) {
  const GroupOfContext group_of(tree, grouping);
  const bool inherit = grouping.by == GroupBy::kThread;
  const uint32_t outside = inherit ? GroupAbove(tree, group_of, roots) : group_of.none();
  std::vector<GroupSums> workers(WalkWorkerCount(tree, worker_count),
                                 GroupSums(tree, group_of, inherit, outside));
  RINGSCOPE_TRY(SubtreeWalk<GroupSums>(tree, job).Run(roots, workers));
  GroupTable table;
  table.contexts.resize(grouping.size());
  table.self.assign(tree.metric_count(), std::vector<uint64_t>(grouping.size()));
  table.inclusive = table.self;
  for (const GroupSums& worker : workers) worker.AddTo(table);
  for (MetricIndex m = 0; m < tree.metric_count(); ++m) table.total.push_back(tree.Inclusive(roots, m));
  return table;
}

Result<NeighbourTable> BuildNeighbourTable(const Cct& tree, const FrameGrouping& grouping, uint32_t group,
                                           NeighbourSide side, ContextRange roots, JobControl* job,
                                           uint32_t worker_count) {
  return side == NeighbourSide::kCallers
             ? BuildNeighbours<CallerSums>(tree, grouping, group, roots, job, worker_count)
             : BuildNeighbours<CalleeSums>(tree, grouping, group, roots, job, worker_count);
}

}  // namespace ringscope
