#pragma once

#include <optional>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/compare/tree_comparison.h"

namespace ringscope {

// The comparison in a tree that CompareTrees() made (perhaps read from a file or transformed since), as far
// as its columns tell. `kinds`, `rules` and `notes` are empty. The noise of a metric comes from the columns,
// and if numbers of samples were brought to one period, from the attributes of the executions. std::nullopt
// if the tree is no comparison, or its columns do not fit its executions. O(metrics x executions).
[[nodiscard]] std::optional<TreeComparison> StoredComparison(CctPtr tree);

// The compared metric that a column of the tree belongs to; null if there is none.
[[nodiscard]] const ComparedMetric* FindCompared(const TreeComparison& comparison, MetricIndex column);

// The kind of a context of a stored comparison, as far as its columns tell. It is new if it costs nothing
// before in any metric, gone if it costs nothing after, common if it costs something on both sides or on
// none. A wrapper's self cost tells its side; without, it counts as one of the side after. O(metrics).
[[nodiscard]] ContextKind FindKind(const TreeComparison& comparison, ContextId context);

// FindKind() of all contexts. O(contexts * metrics). Errors: kCancelled.
[[nodiscard]] Result<std::vector<ContextKind>> FindKinds(const TreeComparison& comparison,
                                                         JobControl* job = nullptr);

// The contexts of a kind whose callers are of another kind: the tops of what is new, gone or a wrapper.
// Largest inclusive value of its side first, then in the order of the tree. O(contexts).
[[nodiscard]] std::vector<ContextId> TopmostOfKind(const TreeComparison& comparison,
                                                   const ComparedMetric& metric, ContextKind kind);

}  // namespace ringscope
