#pragma once

#include <cstdint>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/tree/cct.h"

namespace ringscope {

// The most contexts a tree of reversed stacks may get: about 1.5 GB with one metric.
inline constexpr uint64_t kMaxInvertedContexts = uint64_t{1} << 26;

// The tree read from the leaves: every stack is turned round, callers outwards. The first ring is the frames
// with self cost in any metric, each with all of it; below a frame are its callers, each with the part of
// that cost that was spent when it called. The cost of a stack lies, as self cost, where the stack ends: at
// its outermost caller. Totals are kept, and what the synthetic root costs itself stays with it. Contexts
// without self cost are no stacks and leave no trace. A mark goes along with its context into every stack
// through it.
//
// The new tree may be much larger than the old: up to the sum of the layers of all contexts with self cost.
// O(that sum). Errors: kLimit where it would have more than `max_contexts`, kMalformed (a damaged file),
// kCancelled.
[[nodiscard]] Result<CctPtr> InvertTree(const CctPtr& tree, uint64_t max_contexts = kMaxInvertedContexts,
                                        JobControl* job = nullptr);

}  // namespace ringscope
