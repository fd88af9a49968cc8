#pragma once

#include <vector>

#include "cct/base/job_control.h"
#include "cct/compare/tree_comparison.h"

namespace ringscope {

// In which of the sides a context of a stored comparison is, as far as its columns tell: what costs
// nothing before in any metric is new, what costs nothing after is gone, what costs nothing at all is common.
// Of which side a wrapper is, its own cost tells; one without is taken for one of the side after. O(metrics).
[[nodiscard]] ContextKind FindKind(const TreeComparison& comparison, ContextId context);

// Of all contexts. O(contexts * metrics). Errors: kCancelled.
[[nodiscard]] Result<std::vector<ContextKind>> FindKinds(const TreeComparison& comparison,
                                                         JobControl* job = nullptr);

}  // namespace ringscope
