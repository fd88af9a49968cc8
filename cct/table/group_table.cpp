#include "cct/table/group_table.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "cct/base/check.h"
#include "cct/table/subtree_walk.h"

namespace ringscope {
namespace {

// The group of each context, or none() for contexts without one, without checks in the hot loop.
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

struct Values {
  uint64_t self = 0, inclusive = 0;
};

class GroupSums {
 public:
  // inherit: contexts without a group belong to that of their caller, those of the roots to `outside`.
  GroupSums(const Cct& tree, std::span<const MetricIndex> metrics, const GroupOfContext& group_of,
            bool inherit, uint32_t outside)
      : tree_(tree),
        metrics_(metrics),
        group_of_(group_of),
        inherit_(inherit),
        outside_(outside),
        more_metrics_(metrics.size() - 1),
        running_(tree.columns().running_inclusive[metrics[0]]),
        groups_(uint64_t{group_of.none()} + 1),
        more_(groups_.size() * more_metrics_) {}

  bool Visit(ContextId context, ContextRange children) {
    const uint32_t g = GroupOf(context);
    Group& group = groups_[g];
    // The pass jumps between layers, but reads each layer from its front to its end.
    running_.Prefetch(uint64_t{context} + kPrefetchDistance / 2);
    const uint64_t inclusive = running_[uint64_t{context} + 1] - running_[context];
    ++group.contexts;
    group.values.self += inclusive - (running_[children.end] - running_[children.begin]);
    group.values.inclusive += group.open == 0 ? inclusive : 0;
    for (uint64_t m = 0; m < more_metrics_; ++m) {
      const MetricIndex metric = metrics_[m + 1];
      tree_.columns().running_inclusive[metric].Prefetch(uint64_t{context} + kPrefetchDistance / 2);
      Values& values = more_[g * more_metrics_ + m];
      const uint64_t more_inclusive = tree_.Inclusive(context, metric);
      values.self += more_inclusive - tree_.Inclusive(children, metric);
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
  struct Group {
    uint32_t contexts = 0;
    uint32_t open = 0;  // contexts of the group on the path
    Values values;      // of the first metric
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
  const std::span<const MetricIndex> metrics_;
  const GroupOfContext& group_of_;
  const bool inherit_;
  const uint32_t outside_;
  const uint64_t more_metrics_;
  const ChunkedColumn<uint64_t>& running_;
  std::vector<Group> groups_;
  std::vector<Values> more_;    // of the metrics behind the first, group by group
  std::vector<uint32_t> path_;  // groups of the open contexts
};

// A call belongs to one row: with kCallers the row of the caller's group, with kCallees the row of the
// context's own group. So one count of open contexts a row tells whether a context is nested.
class NeighbourSums {
 public:
  NeighbourSums(const Cct& tree, const GroupOfContext& group_of, uint32_t group, NeighbourSide side)
      : tree_(tree),
        group_of_(group_of),
        group_(group),
        side_(side),
        whole_(group_of.none() + 1),
        rows_(uint64_t{whole_} + 1),
        values_(rows_.size() * tree.metric_count()) {}

  bool Visit(ContextId context, ContextRange children) {
    const OnPath at = PlaceOf(context);
    if (at.group == group_) Add(whole_, context, children);
    if (at.row != kNoRow) Add(at.row, context, children);
    if (children.empty()) return false;
    Push(at);
    return true;
  }
  void Open(ContextId context) { Push(PlaceOf(context)); }
  void Close() {
    const OnPath at = path_.back();
    path_.pop_back();
    if (at.group == group_) --rows_[whole_].open;
    if (at.row != kNoRow) --rows_[at.row].open;
  }
  void AddTo(NeighbourSums& sums) const {
    for (size_t row = 0; row < rows_.size(); ++row) sums.rows_[row].contexts += rows_[row].contexts;
    for (size_t k = 0; k < values_.size(); ++k) {
      sums.values_[k].self += values_[k].self;
      sums.values_[k].inclusive += values_[k].inclusive;
    }
  }

  [[nodiscard]] NeighbourTable Table() const {
    NeighbourTable table;
    std::vector<uint32_t> rows;
    for (uint32_t row = 0; row < whole_; ++row) {
      if (rows_[row].contexts != 0) rows.push_back(row);
    }
    std::ranges::stable_sort(
        rows, [&](uint32_t a, uint32_t b) { return ValuesOf(a, 0).inclusive > ValuesOf(b, 0).inclusive; });
    for (const uint32_t row : rows) {
      table.group.push_back(row == group_of_.none() ? kNoGroup : row);
      table.contexts.push_back(rows_[row].contexts);
    }
    table.self.resize(tree_.metric_count());
    table.inclusive.resize(tree_.metric_count());
    for (MetricIndex m = 0; m < tree_.metric_count(); ++m) {
      for (const uint32_t row : rows) {
        table.self[m].push_back(ValuesOf(row, m).self);
        table.inclusive[m].push_back(ValuesOf(row, m).inclusive);
      }
      table.whole_self.push_back(ValuesOf(whole_, m).self);
      table.whole_inclusive.push_back(ValuesOf(whole_, m).inclusive);
    }
    return table;
  }

 private:
  static constexpr uint32_t kNoRow = 0xffffffffu;
  struct Row {
    uint64_t contexts = 0;
    uint32_t open = 0;  // contexts of the row on the path
  };
  // An open context.
  struct OnPath {
    uint32_t group = 0;
    uint32_t row = kNoRow;  // of the call that the context stands for
  };
  [[nodiscard]] OnPath PlaceOf(ContextId context) const {
    const uint32_t group = group_of_[context];
    const bool callers = side_ == NeighbourSide::kCallers;
    if (context == kRootContext || (callers && group != group_)) return {group, kNoRow};
    const uint32_t caller = path_.empty() ? GroupAbove(context) : path_.back().group;
    if (callers) return {group, caller};
    return {group, caller == group_ ? group : kNoRow};
  }
  // The group of the caller; for the walk's roots, whose callers are not on the path.
  [[nodiscard]] uint32_t GroupAbove(ContextId context) const {
    const ContextId caller = tree_.ParentOf(context);
    return caller == kNoContext ? group_of_.none() : group_of_[caller];
  }
  void Push(const OnPath& at) {
    path_.push_back(at);
    if (at.group == group_) ++rows_[whole_].open;
    if (at.row != kNoRow) ++rows_[at.row].open;
  }
  void Add(uint32_t row, ContextId context, ContextRange children) {
    ++rows_[row].contexts;
    for (MetricIndex m = 0; m < tree_.metric_count(); ++m) {
      Values& values = values_[uint64_t{row} * tree_.metric_count() + m];
      const uint64_t inclusive = tree_.Inclusive(context, m);
      values.self += inclusive - tree_.Inclusive(children, m);
      if (rows_[row].open == 0) values.inclusive += inclusive;
    }
  }
  [[nodiscard]] const Values& ValuesOf(uint32_t row, MetricIndex metric) const {
    return values_[uint64_t{row} * tree_.metric_count() + metric];
  }

  const Cct& tree_;
  const GroupOfContext& group_of_;
  const uint32_t group_;
  const NeighbourSide side_;
  const uint32_t whole_;        // the row of all contexts of the group, by any caller
  std::vector<Row> rows_;       // per group of neighbours, then without a group, then whole_
  std::vector<Values> values_;  // of the rows, metric by metric
  std::vector<OnPath> path_;
};

// The group of the innermost caller of the roots that has one.
uint32_t GroupAbove(const Cct& tree, const GroupOfContext& group_of, ContextRange roots) {
  if (roots.empty()) return group_of.none();
  ContextId caller = tree.ParentOf(roots.begin);
  while (caller != kNoContext && group_of[caller] == group_of.none()) caller = tree.ParentOf(caller);
  return caller == kNoContext ? group_of.none() : group_of[caller];
}

// `metrics`, or all metrics of the tree if it is empty.
std::vector<MetricIndex> MetricsOrAll(const Cct& tree, std::span<const MetricIndex> metrics) {
  std::vector<MetricIndex> all(metrics.begin(), metrics.end());
  if (!all.empty()) return all;
  all.resize(tree.metric_count());
  std::iota(all.begin(), all.end(), MetricIndex{0});
  return all;
}

}  // namespace

Result<GroupTable> BuildGroupTable(const Cct& tree, const FrameGrouping& grouping, ContextRange roots,
                                   JobControl* job, uint32_t worker_count,
                                   std::span<const MetricIndex> some_metrics) {
  const std::vector<MetricIndex> metrics = MetricsOrAll(tree, some_metrics);
  const GroupOfContext group_of(tree, grouping);
  const bool inherit = grouping.by == GroupBy::kThread;
  const uint32_t outside = inherit ? GroupAbove(tree, group_of, roots) : group_of.none();
  std::vector<GroupSums> workers(WalkWorkerCount(tree, worker_count),
                                 GroupSums(tree, metrics, group_of, inherit, outside));
  RINGSCOPE_TRY(SubtreeWalk<GroupSums>(tree, job).Run(roots, workers));
  GroupTable table;
  table.contexts.resize(grouping.size());
  table.self.assign(metrics.size(), std::vector<uint64_t>(grouping.size()));
  table.inclusive = table.self;
  for (const GroupSums& worker : workers) worker.AddTo(table);
  for (const MetricIndex metric : metrics) table.total.push_back(tree.Inclusive(roots, metric));
  return table;
}

Result<NeighbourTable> BuildNeighbourTable(const Cct& tree, const FrameGrouping& grouping, uint32_t group,
                                           NeighbourSide side, ContextRange roots, JobControl* job,
                                           uint32_t worker_count) {
  RINGSCOPE_CHECK(grouping.by != GroupBy::kThread);
  const GroupOfContext group_of(tree, grouping);
  std::vector<NeighbourSums> workers(WalkWorkerCount(tree, worker_count),
                                     NeighbourSums(tree, group_of, group, side));
  RINGSCOPE_TRY(SubtreeWalk<NeighbourSums>(tree, job).Run(roots, workers));
  for (size_t k = 1; k < workers.size(); ++k) workers[k].AddTo(workers[0]);
  return workers[0].Table();
}

void TakeSelfFromFirstRing(const Cct& tree, const FrameGrouping& grouping, ContextRange roots,
                           GroupTable& table, std::span<const MetricIndex> some_metrics) {
  const std::vector<MetricIndex> metrics = MetricsOrAll(tree, some_metrics);
  for (auto& column : table.self) std::ranges::fill(column, uint64_t{0});
  ContextRange ring = tree.ChildrenOf(kRootContext);
  if (!roots.contains(kRootContext)) {
    ring.begin = std::max(ring.begin, roots.begin);
    ring.end = std::max(ring.begin, std::min(ring.end, roots.end));
  }
  for (ContextId context = ring.begin; context < ring.end; ++context) {
    const uint32_t group = grouping.GroupOf(tree.FrameOf(context));
    if (group >= grouping.size()) continue;
    for (size_t m = 0; m < metrics.size(); ++m) table.self[m][group] += tree.Inclusive(context, metrics[m]);
  }
}

uint64_t CostOutside(const GroupTable& table, size_t metric) {
  uint64_t inside = 0;
  for (const uint64_t self : table.self[metric]) inside += self;
  // In a hostile tree the parts may exceed the whole.
  return table.total[metric] > inside ? table.total[metric] - inside : 0;
}

Result<LineCosts> BuildLineCosts(const Cct& tree, std::string_view file, ContextRange roots, JobControl* job,
                                 std::span<const uint32_t> line_of) {
  LineCosts costs;
  std::vector<std::pair<uint32_t, FrameId>> lines;  // of the file's frames
  for (FrameId id = 0; id < tree.frames().size(); ++id) {
    const Frame frame = tree.frames()[id];
    const uint32_t line = id < line_of.size() ? line_of[id] : frame.line;
    if (frame.file == file && line != kLeftOutLine) lines.emplace_back(line, id);
  }
  std::ranges::sort(lines);
  FrameGrouping grouping;
  grouping.group_of_frame.assign(tree.frames().size(), kNoGroup);
  for (const auto& [line, frame] : lines) {
    if (costs.line.empty() || costs.line.back() != line) {
      costs.line.push_back(line);
      costs.first_frame.push_back(frame);
    }
    grouping.group_of_frame[frame] = static_cast<uint32_t>(costs.line.size() - 1);
  }
  grouping.first_frame = costs.first_frame;
  grouping.name.resize(costs.line.size());
  RINGSCOPE_ASSIGN(static_cast<GroupTable&>(costs), BuildGroupTable(tree, grouping, roots, job));
  return costs;
}

}  // namespace ringscope
