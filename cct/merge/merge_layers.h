#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/merge/member_union.h"
#include "cct/merge/point_union.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/building/level_order.h"
#include "cct/tree/building/level_writer.h"
#include "cct/tree/cct.h"

namespace ringscope {

// The metrics of the result, and how those of each tree map to them.
struct MetricPlan {
  std::vector<Metric> metrics;                   // of the result
  std::vector<std::vector<MetricIndex>> target;  // per tree, per metric
  std::vector<std::vector<uint64_t>> factor;     // per tree, per metric: to the result's scale
};

// Merges the trees layer by layer. Each context of the result has a list of its source contexts; its children
// are their children, grouped by frame, with inclusive values added up. So the result is written in level
// order without searching. Runs of contexts from one tree alone are copied. Only the lists of two layers
// exist at a time. `points` are those of the trees; `members` has the members of each tree. Errors: those of
// MergeTrees() and MemberUnion.
[[nodiscard]] Result<LevelOrderColumns> MergeLayers(std::span<const CctPtr> trees, const MetricPlan& plan,
                                                    PointUnion points, MemberPlan members,
                                                    const BuildLimits& limits, JobControl* job);

// Reports the progress of a merge to a job and to the MemoryLimit, at intervals.
class MergeProgress {
 public:
  static constexpr uint32_t kContextsBetweenPolls = 1u << 14;

  explicit MergeProgress(JobControl* job) : job_(job) {}

  // Counts `contexts` of the sources, which `writer` has received. Errors: kCancelled.
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
