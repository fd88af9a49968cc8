#pragma once

#include <atomic>
#include <cstdint>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/tree/building/level_writer.h"

namespace ringscope {

inline constexpr uint32_t kContextsBetweenPolls = 1u << 14;

// Tells the watcher of a job and a MemoryLimit now and then how far a merge is.
class MergeProgress {
 public:
  explicit MergeProgress(JobControl* job) : job_(job) {}

  // Contexts of the sources, more of which `writer` has by now. Errors: kCancelled.
  [[nodiscard]] Result<void> Add(uint32_t contexts, LevelWriter& writer) {
    since_poll_ += contexts;
    if (since_poll_ < kContextsBetweenPolls) return {};
    writer.CountUsed();
    TellWatcher();
    if (IsCancelled(job_)) return Fail(ErrorCode::kCancelled, "cancelled");
    return {};
  }
  void TellWatcher() {
    if (job_ != nullptr) job_->done_units.fetch_add(since_poll_, std::memory_order_relaxed);
    since_poll_ = 0;
  }

 private:
  JobControl* job_;
  uint32_t since_poll_ = 0;
};

}  // namespace ringscope
