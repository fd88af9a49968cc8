#pragma once

#include <functional>

#include "cct/compare/answers/noise.h"
#include "cct/compare/tree_comparison.h"
#include "cct/tree/context_difference.h"

namespace ringscope {

// By share of the totals where the comparison is by share.
[[nodiscard]] ContextDifference DifferenceOf(const TreeComparison& comparison, const ComparedMetric& metric,
                                             const ComparedValues& values);

// A DifferencesOfTree. O(metrics x executions).
[[nodiscard]] std::function<ContextDifference(ContextId)> ContextDifferences(const Cct& tree,
                                                                             MetricIndex column);

}  // namespace ringscope
