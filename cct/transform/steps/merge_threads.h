#pragma once

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/tree/cct.h"

namespace ringscope {

// Whether the first layers are threads or processes (frames of kind kThread or kProcess).
[[nodiscard]] bool HasThreadRing(const Cct& tree);

// The tree without its thread and process contexts: equal call paths of all threads become one, values are
// summed. Returns `tree` itself where there is no thread ring. O(n). Errors: kCancelled, kLimit.
[[nodiscard]] Result<CctPtr> MergeThreads(const CctPtr& tree, JobControl* job = nullptr);

}  // namespace ringscope
