#pragma once

#include <atomic>
#include <cstdint>

#include "cct/base/result.h"

namespace ringscope {

// Shared between a long job and whoever watches it. The job adds to `done_units` and polls `cancel_requested`
// at least every few milliseconds of work; the watcher reads and may request cancellation. Lock-free.
struct JobControl {
  std::atomic<uint64_t> done_units{0};
  std::atomic<uint64_t> total_units{0};  // 0 = unknown
  std::atomic<bool> cancel_requested{false};

  [[nodiscard]] bool cancelled() const { return cancel_requested.load(std::memory_order_relaxed); }
};

// In these functions `job` is null if nobody watches the job.
inline void BeginUnits(JobControl* job, uint64_t total_units) {
  if (job == nullptr) return;
  job->done_units = 0;
  job->total_units = total_units;
}
[[nodiscard]] inline bool IsCancelled(const JobControl* job) { return job != nullptr && job->cancelled(); }
// Stores how much is done. Errors: kCancelled.
[[nodiscard]] inline Result<void> ReachUnits(JobControl* job, uint64_t done_units) {
  if (job == nullptr) return {};
  job->done_units = done_units;
  if (job->cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
  return {};
}

}  // namespace ringscope
