#pragma once

#include <optional>

#include "cct/compare/tree_comparison.h"

namespace ringscope {

// The comparison that a tree holds, as far as its columns tell: of one that CompareTrees() made, perhaps read
// from a file or transformed since. `kinds`, `rules` and `notes` are empty. What tells a difference from chance
// is taken from the columns and, where numbers of samples were brought to one period, from what the executions say
// of them.
// Nothing where the tree is no comparison, or its columns do not fit its executions. O(metrics x executions).
[[nodiscard]] std::optional<TreeComparison> StoredComparison(CctPtr tree);

// Of which of its metrics a column of the tree is one; null where of none.
[[nodiscard]] const ComparedMetric* FindCompared(const TreeComparison& comparison, MetricIndex column);

}  // namespace ringscope
