#include "app/tables/split_sums.h"

#include <optional>
#include <span>

#include "app/tables/columns.h"
#include "cct/compare/answers/function_changes.h"
#include "cct/table/subtree_walk.h"
#include "cct/tree/metric_sides.h"

namespace ringscope {
namespace {

// Adds up what a walk meets.
class SplitVisitor {
 public:
  SplitVisitor(const Cct& tree, const MetricSides& calls, uint32_t row_count, const RowOfContext& row_of,
               SplitSums& sums)
      : tree_(tree), calls_(calls), row_count_(row_count), row_of_(row_of), sums_(sums) {
    sums_.more_calls.resize(tree.metric_count());
    for (MetricIndex metric = 0; metric < tree.metric_count(); ++metric) {
      const auto sides = SidesOf(tree.metrics(), metric);
      if (!sides || sides->before != metric || metric == calls.before) continue;
      split_.push_back(*sides);
      sums_.more_calls[metric].resize(row_count);
    }
  }

  bool Visit(ContextId context, ContextRange callees) {
    if (const uint32_t row = row_of_(context); row < row_count_) Add(context, row);
    return !callees.empty();
  }
  void Close() {}
  void Open(ContextId) {}

 private:
  void Add(ContextId context, uint32_t row) {
    const uint64_t calls_before = tree_.Self(context, calls_.before),
                   calls_after = tree_.Self(context, calls_.after);
    for (const MetricSides& sides : split_) {
      const uint64_t before = tree_.Self(context, sides.before), after = tree_.Self(context, sides.after);
      if (before == 0 && after == 0) continue;
      sums_.more_calls[sides.before][row] += SplitCost(before, after, calls_before, calls_after).more_calls;
    }
  }

  const Cct& tree_;
  const MetricSides calls_;
  const uint32_t row_count_;
  const RowOfContext& row_of_;
  SplitSums& sums_;
  std::vector<MetricSides> split_;
};

}  // namespace

Result<SplitSums> BuildSplitSums(const Cct& tree, ContextRange roots, uint32_t row_count,
                                 const RowOfContext& row_of, JobControl& job) {
  SplitSums sums;
  const std::optional<MetricSides> calls = ComparedCalls(tree);
  if (!calls) return sums;
  SplitVisitor visitor(tree, *calls, row_count, row_of, sums);
  SubtreeWalk<SplitVisitor> walk(tree, &job);
  RINGSCOPE_TRY(walk.Run(roots, std::span(&visitor, 1)));
  return sums;
}

}  // namespace ringscope
