#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "cct/compare/answers/noise.h"
#include "cct/compare/tree_comparison.h"
#include "cct/tree/metric_sides.h"

namespace ringscope {

// A part of the change: that of a subtree, or of its topmost context alone.
struct ExplainedChange {
  ContextId context = 0;
  bool is_self = false;
  uint64_t change = 0;  // in the change column's unit
};

// The few contexts that make up a change. They do not overlap.
struct Explanation {
  uint64_t total = 0;                  // change of the context at the top
  uint64_t covered = 0;                // sum of the parts
  std::vector<ExplainedChange> parts;  // largest first
};

// How many percent of the change an explanation covers, and how many a part has at least.
inline constexpr uint64_t kExplainedPercent = 90;
inline constexpr uint64_t kLeastPartPercent = 2;

// Splits the change of `from` into parts. Replaces a context by its callees (and its self cost) as long as a
// few of them still hold nearly all of its change, so each part is as deep as possible; all that is dropped
// on the way stays within a tenth of the whole. O(callees of at most 50 contexts a layer).
[[nodiscard]] Explanation ExplainChange(const TreeComparison& comparison, const ComparedMetric& metric,
                                        ContextId from = kRootContext);

// The path from `from` (excluded) down to the context of the largest part that ExplainChange() finds. Empty
// if nothing changed, or the change of `from` is spread over too many callees. As costly as ExplainChange().
[[nodiscard]] std::vector<ContextId> PathOfBlame(const TreeComparison& comparison,
                                                 const ComparedMetric& metric, ContextId from);

// The difference of `values`, as shares of the totals if the comparison is by share.
[[nodiscard]] ContextDifference DifferenceOf(const TreeComparison& comparison, const ComparedMetric& metric,
                                             const ComparedValues& values);

// A DifferencesOfTree; null if `tree`, from which it borrows, is no comparison. O(metrics x executions).
[[nodiscard]] std::function<ContextDifference(ContextId)> ContextDifferences(const Cct& tree,
                                                                             MetricIndex column);

}  // namespace ringscope
