#pragma once

#include <span>

#include "cct/base/result.h"
#include "cct/compare/matching/wrapper_search.h"
#include "cct/tree/building/frame_interner.h"
#include "cct/tree/building/level_order.h"
#include "cct/tree/execution.h"

namespace ringscope {

// The frames of keys with what the executions know of them. Classes are what the last execution knows of
// them. In a comparison each side has its own values, joined over its runs, with names that end with
// "@before" and "@after"; a function whose code both sides know has a code where it is the same, or
// kSeveralCodes, and so it is known whether its source changed. In a series, values and code are joined over
// all executions. O(frames of all trees). Errors: kLimit (of names and values).
[[nodiscard]] Result<OwnedFrames> TakeWithFacts(FrameInterner keys, std::span<const ComparedTree> trees,
                                                std::span<const Execution> executions);

}  // namespace ringscope
