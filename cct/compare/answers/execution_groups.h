#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/compare/series.h"

namespace ringscope {

// How unlike executions are: half the sum, over all contexts, of how much their shares of own cost differ,
// from 0 (alike) to 1 (no cost in a common context). An execution without cost is 0.5 from all that have
// some.
class ExecutionDistances {
 public:
  // `common`: n x n, the sums of the smaller of both shares; of one with itself the sum of its shares.
  ExecutionDistances(size_t count, std::vector<double> common) : count_(count), common_(std::move(common)) {}
  [[nodiscard]] size_t count() const { return count_; }
  [[nodiscard]] double Between(size_t a, size_t b) const;

 private:
  size_t count_;
  std::vector<double> common_;
};

// O(contexts * executions^2) with all cores, some 1 ns each; the result does not depend on the number of
// threads. Memory O(executions^2). Errors: kCancelled.
[[nodiscard]] Result<ExecutionDistances> BuildDistances(const Series& series, const SeriesMetric& metric,
                                                        JobControl* job = nullptr);

// Two groups that become one, by one execution of each, at the mean distance between their members.
struct GroupJoin {
  size_t a = 0, b = 0;
  double distance = 0;
};
// All joins until one group is left, nearest first: average linkage. O(executions^2).
[[nodiscard]] std::vector<GroupJoin> JoinGroups(const ExecutionDistances& distances);

// Into how many groups, or up to which mean distance between two of them.
struct GroupingOptions {
  std::optional<size_t> groups;  // 1 to the number of executions
  double distance = kGroupDistance;
  size_t contexts = 5;  // that tell a group from the rest, at most
  static constexpr double kGroupDistance = 0.1;
};

// What a context costs itself, as means of shares of the totals.
struct TellingContext {
  ContextId context = 0;
  double here = 0, elsewhere = 0;
};

struct ExecutionGroup {
  std::vector<size_t> executions;  // in their order
  size_t exemplar = 0;             // with the least sum of distances to the others; of equals the first
  double from_exemplar = 0;        // mean distance of the others
  // Largest difference to all other executions first, of 0.01 % at least; none of a single group.
  std::vector<TellingContext> contexts;
};

// Largest group first, of equals that with the first execution. O(executions^2 + contexts * executions).
// Errors: kCancelled.
[[nodiscard]] Result<std::vector<ExecutionGroup>> GroupExecutions(const Series& series,
                                                                  const SeriesMetric& metric,
                                                                  const ExecutionDistances& distances,
                                                                  const GroupingOptions& options = {},
                                                                  JobControl* job = nullptr);

}  // namespace ringscope
