#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "cct/compare/answers/noise.h"
#include "cct/compare/tree_comparison.h"
#include "cct/tree/metric_sides.h"

namespace ringscope {

// A part of the change: that of a context with all below it, or of the context itself alone.
struct ExplainedChange {
  ContextId context = 0;
  bool is_self = false;
  uint64_t change = 0;  // in the change column's unit
};

// The few contexts that make up a change. They do not overlap.
struct Explanation {
  uint64_t total = 0;                  // of the context that was begun with
  uint64_t covered = 0;                // of the parts
  std::vector<ExplainedChange> parts;  // largest first
};

// How much of the change an explanation covers, in percent, and below how much of it a part is too small.
inline constexpr uint64_t kExplainedPercent = 90;
inline constexpr uint64_t kLeastPartPercent = 2;

// Goes down from a context as long as a few callees still hold nearly all of a context's change, so that each
// part is as deep as it can be, and what it leaves behind stays below a tenth of the whole. O(contexts looked
// at): the callees of at most 50 contexts a layer.
[[nodiscard]] Explanation ExplainChange(const TreeComparison& comparison, const ComparedMetric& metric,
                                        ContextId from = kRootContext);

// The way from a context down to where the largest part of its change happens, which is the first part of
// ExplainChange(): the contexts below `from`, the last one being that part's. Empty where nothing changed, or where
// the change of `from` is spread over too many callees to name one. The same cost.
[[nodiscard]] std::vector<ContextId> PathOfBlame(const TreeComparison& comparison, const ComparedMetric& metric,
                                                 ContextId from);

// By share of the totals where the comparison is by share.
[[nodiscard]] ContextDifference DifferenceOf(const TreeComparison& comparison, const ComparedMetric& metric,
                                             const ComparedValues& values);

// A DifferencesOfTree. O(metrics x executions).
[[nodiscard]] std::function<ContextDifference(ContextId)> ContextDifferences(const Cct& tree,
                                                                             MetricIndex column);

}  // namespace ringscope
