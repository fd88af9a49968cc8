#include "cct/query/sets/context_blocks.h"

#include <algorithm>

namespace ringscope {
namespace {

constexpr uint32_t kMaxThreads = 8;
// About a millisecond of work, some twenty times what starting a thread costs.
constexpr uint32_t kContextsWorthAThread = 1u << 19;

}  // namespace

uint32_t ThreadCountFor(uint32_t context_count) {
  return ThreadsWorth(uint64_t{context_count} + kContextsWorthAThread, kContextsWorthAThread, kMaxThreads);
}

Result<void> ForEachContextBlock(uint32_t context_count, JobControl* job,
                                 const std::function<void(ContextRange)>& work) {
  const uint32_t blocks =
      static_cast<uint32_t>((uint64_t{context_count} + kContextsPerBlock - 1) / kContextsPerBlock);
  RunTasks(blocks, ThreadCountFor(context_count), [&](uint32_t block) {
    if (IsCancelled(job)) return;
    const ContextId begin = block * kContextsPerBlock;
    const ContextId end =
        static_cast<ContextId>(std::min<uint64_t>(uint64_t{begin} + kContextsPerBlock, context_count));
    work({begin, end});
    if (job != nullptr) job->done_units.fetch_add(end - begin, std::memory_order_relaxed);
  });
  if (IsCancelled(job)) return FailCancelled();
  return {};
}

}  // namespace ringscope
