#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/compare/series.h"

namespace ringscope {

// The distance of each pair of executions: half the sum, over all contexts, of the absolute difference of
// their shares of self cost, from 0 (alike) to 1 (no cost in a common context). An execution without cost has
// a distance of 0.5 from all that have some.
class ExecutionDistances {
 public:
  // `common`: n x n, sums over the contexts of the smaller of both shares; on the diagonal of the share.
  ExecutionDistances(size_t count, std::vector<double> common) : count_(count), common_(std::move(common)) {}
  [[nodiscard]] size_t count() const { return count_; }
  [[nodiscard]] double Between(size_t a, size_t b) const;

 private:
  size_t count_;
  std::vector<double> common_;
};

// O(contexts * executions^2) on all cores, some 1 ns each; the result does not depend on the number of
// threads. Memory O(executions^2). Errors: kCancelled.
[[nodiscard]] Result<ExecutionDistances> BuildDistances(const Series& series, const SeriesMetric& metric,
                                                        JobControl* job = nullptr);

// Two groups become one.
struct GroupJoin {
  size_t a = 0, b = 0;  // an execution of each group
  double distance = 0;  // mean distance between the members of the two
};
// Joins executions by average linkage until one group is left; the nearest join first. O(executions^2).
[[nodiscard]] std::vector<GroupJoin> JoinGroups(const ExecutionDistances& distances);

// When to stop joining groups, and what to tell of each.
struct GroupingOptions {
  std::optional<size_t> groups;      // this many groups, 1 to the number of executions; overrides `distance`
  double distance = kGroupDistance;  // the largest mean distance at which two groups are joined
  size_t contexts = 5;               // at most so many contexts that tell a group from the others
  static constexpr double kGroupDistance = 0.1;
};

// A context that tells a group from the other executions.
struct TellingContext {
  ContextId context = 0;
  double here = 0, elsewhere = 0;  // mean share of self cost in the totals, in the group and in all others
};

struct ExecutionGroup {
  std::vector<size_t> executions;  // ascending
  size_t exemplar = 0;             // with the least sum of distances to the others; the first of equals
  double from_exemplar = 0;        // mean distance of the others from it
  // Largest difference first, of at least 0.01 %; empty if there is one group only.
  std::vector<TellingContext> contexts;
};

// Largest group first, of equals the one with the first execution. O(executions^2 + contexts * executions).
// Errors: kCancelled.
[[nodiscard]] Result<std::vector<ExecutionGroup>> GroupExecutions(const Series& series,
                                                                  const SeriesMetric& metric,
                                                                  const ExecutionDistances& distances,
                                                                  const GroupingOptions& options = {},
                                                                  JobControl* job = nullptr);

}  // namespace ringscope
