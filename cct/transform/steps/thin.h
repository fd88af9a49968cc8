#pragma once

#include <cstdint>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/tree/cct.h"

namespace ringscope {

// Smaller trees with the same totals. Both return `tree` itself where nothing changes. O(n * metrics).
// Errors: kMalformed (a damaged file), kCancelled.

// Contexts whose inclusive value of `metric` is below `share_percent` of the total fold, with all below them,
// into one context "(rest)" (kind synthetic) a caller, which has their cost and marks.
[[nodiscard]] Result<CctPtr> PruneContexts(const CctPtr& tree, double share_percent, MetricIndex metric,
                                           JobControl* job = nullptr);

// Contexts beyond `depth` layers below the synthetic root fold into their caller on the last layer: their
// cost becomes its own, their marks too. 0 leaves the synthetic root alone.
[[nodiscard]] Result<CctPtr> LimitDepth(const CctPtr& tree, uint32_t depth,
                                        JobControl* job = nullptr);

}  // namespace ringscope
