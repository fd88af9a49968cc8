#pragma once

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/query/sets/context_set.h"
#include "cct/query/sets/function_index.h"
#include "cct/tree/cct.h"

namespace ringscope {

// These functions make one pass over the set in level order, in which the callees of neighbours are
// neighbours: O(n / 64 + runs of members), at most about 6 ns of processor time a context. No result contains
// the synthetic root. For a malformed tree the result is meaningless, but the time is bounded. Errors:
// kCancelled.

// Contexts with a caller, direct or not, in `set`.
[[nodiscard]] Result<ContextSet> DescendantsOf(const Cct& tree, const ContextSet& set,
                                               JobControl* job = nullptr);
// Contexts with a callee, direct or not, in `set`.
[[nodiscard]] Result<ContextSet> AncestorsOf(const Cct& tree, const ContextSet& set,
                                             JobControl* job = nullptr);
// Contexts whose direct caller is in `set`.
[[nodiscard]] Result<ContextSet> CalleesOf(const Cct& tree, const ContextSet& set, JobControl* job = nullptr);
// Contexts with a direct callee in `set`.
[[nodiscard]] Result<ContextSet> CallersOf(const Cct& tree, const ContextSet& set, JobControl* job = nullptr);

// Contexts without callees. One pass over first_child.
[[nodiscard]] Result<ContextSet> SelectLeaves(const Cct& tree, JobControl* job = nullptr);

// Contexts with a caller, direct or not, of the same function. Walks depth-first, large trees on several
// threads: about 14 ns of processor time a context.
[[nodiscard]] Result<ContextSet> SelectRecursive(const Cct& tree, const FunctionIndex& functions,
                                                 JobControl* job = nullptr);

// The members of `set` in the subtrees of `roots` (a run within one layer), including the roots but not the
// synthetic root. O(n / 64).
[[nodiscard]] ContextSet WithinSubtrees(const Cct& tree, const ContextSet& set, ContextRange roots);

}  // namespace ringscope
