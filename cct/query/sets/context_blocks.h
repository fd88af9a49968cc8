#pragma once

#include <functional>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/base/system/workers.h"
#include "cct/tree/cct.h"

namespace ringscope {

// Contexts of a block of ForEachContextBlock: a multiple of 64, so that two blocks never share a word of a
// ContextSet; a fraction of a millisecond of work.
inline constexpr uint32_t kContextsPerBlock = 1u << 16;

// Calls work(block) for blocks that cover the contexts [0, context_count), for large trees from several
// threads at once; `work` may only write what belongs to its block. job: done_units counts contexts. Errors:
// kCancelled, polled between blocks.
[[nodiscard]] Result<void> ForEachContextBlock(uint32_t context_count, JobControl* job,
                                               const std::function<void(ContextRange)>& work);

// How many threads are worth their start for this many contexts.
[[nodiscard]] uint32_t ThreadCountFor(uint32_t context_count);

[[nodiscard]] inline tl::unexpected<Error> FailCancelled() {
  return Fail(ErrorCode::kCancelled, "the search was cancelled");
}

}  // namespace ringscope
