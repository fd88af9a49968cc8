#include "cct/query/sets/context_blocks.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace ringscope {
namespace {

constexpr uint32_t kMaxThreads = 8;
// About a millisecond of work, some twenty times what starting a thread costs.
constexpr uint32_t kContextsWorthAThread = 1u << 19;

}  // namespace

uint32_t ThreadCountFor(uint32_t context_count) {
  const uint32_t useful = std::min(context_count / kContextsWorthAThread + 1, kMaxThreads);
  return std::clamp(std::thread::hardware_concurrency(), 1u, useful);
}

void RunTasks(uint32_t task_count, uint32_t thread_count, const std::function<void(uint32_t)>& work) {
  std::atomic<uint32_t> next{0};
  std::mutex mutex;  // guards `failure`
  std::exception_ptr failure;
  const auto run = [&] {
    try {
      for (uint32_t i = next.fetch_add(1); i < task_count; i = next.fetch_add(1)) work(i);
    } catch (...) {
      // For want of memory. The others end early; who asked for the tasks is told.
      next = task_count;
      const std::lock_guard lock(mutex);
      failure = std::current_exception();
    }
  };
  std::vector<std::thread> threads;
  try {
    for (uint32_t i = 1; i < std::min(thread_count, task_count); ++i) threads.emplace_back(run);
  } catch (const std::system_error&) {
    // The threads there are, at least this one, do the work.
  }
  run();
  for (std::thread& thread : threads) thread.join();
  if (failure != nullptr) std::rethrow_exception(failure);
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
