#pragma once

#include <cstdint>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/tree/cct.h"

namespace ringscope {

// The tree with the frames of processes and threads in front of every stack, processes first, in the order in
// which they stand in it: the thread ring becomes the first ring(s). Where it is that already, `tree` itself
// is returned; that is so for all trees as they are imported, and not for inverted ones. Stacks are contexts
// with self cost, with a mark or without callees; each keeps its cost and its mark, totals are kept.
//
// O(n * metrics + new contexts). Errors: kLimit where the tree would have more than `max_contexts`,
// kMalformed (a damaged file), kCancelled.
[[nodiscard]] Result<CctPtr> PutThreadsFirst(const CctPtr& tree, uint64_t max_contexts,
                                             JobControl* job = nullptr);

}  // namespace ringscope
