#pragma once

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/query/sets/context_set.h"
#include "cct/tree/cct.h"

namespace ringscope {

// Trees with some contexts left out. `matches` is a set of contexts of the tree; the synthetic root in it has
// no effect. In all of them equal siblings that come together become one, recursively, and marks stay with
// the contexts that have them. Each returns `tree` itself where nothing changes. O(n * metrics). Errors:
// kMalformed (a damaged file), kCancelled.

// Every outermost match becomes a callee of the synthetic root, with its whole subtree; all else goes with
// its cost. A match below another match stays where it is, and so counts once.
[[nodiscard]] Result<CctPtr> FocusContexts(const CctPtr& tree, const ContextSet& matches, JobControl* job = nullptr);

// Matches vanish. Their own cost and marks go to the nearest caller that is no match (or the synthetic root),
// and their callees are attached there. Totals are kept.
[[nodiscard]] Result<CctPtr> HideContexts(const CctPtr& tree, const ContextSet& matches, JobControl* job = nullptr);

// Matches go with their subtrees and all they cost.
[[nodiscard]] Result<CctPtr> DropContexts(const CctPtr& tree, const ContextSet& matches, JobControl* job = nullptr);

// Stacks through a match stay: the matches, what lies below them, and their callers, which lose their own
// cost as it was spent outside of any match.
[[nodiscard]] Result<CctPtr> KeepContexts(const CctPtr& tree, const ContextSet& matches, JobControl* job = nullptr);

}  // namespace ringscope
