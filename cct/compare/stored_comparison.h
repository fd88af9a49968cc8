#pragma once

#include <optional>
#include <vector>

#include "cct/base/job_control.h"
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

// In which of the sides a context of a stored comparison is, as far as its columns tell: what costs
// nothing before in any metric is new, what costs nothing after is gone, what costs nothing at all is common.
// Of which side a wrapper is, its own cost tells; one without is taken for one of the side after. O(metrics).
[[nodiscard]] ContextKind FindKind(const TreeComparison& comparison, ContextId context);

// Of all contexts. O(contexts * metrics). Errors: kCancelled.
[[nodiscard]] Result<std::vector<ContextKind>> FindKinds(const TreeComparison& comparison,
                                                         JobControl* job = nullptr);

// The contexts of a kind whose callers are of another one: where something is new, gone or wrapped. Largest
// inclusive value of its side first, then in the order of the tree. O(contexts).
[[nodiscard]] std::vector<ContextId> TopmostOfKind(const TreeComparison& comparison,
                                                   const ComparedMetric& metric, ContextKind kind);

}  // namespace ringscope
