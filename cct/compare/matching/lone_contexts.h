#pragma once

#include <vector>

#include "cct/compare/tree_comparison.h"

namespace ringscope {

// The contexts of a kind whose callers are of another one: where something is new, gone or wrapped. Largest
// inclusive value of its side first, then in the order of the tree. O(contexts).
[[nodiscard]] std::vector<ContextId> TopmostOfKind(const TreeComparison& comparison,
                                                   const ComparedMetric& metric, ContextKind kind);

}  // namespace ringscope
