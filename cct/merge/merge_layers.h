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

// How the metrics of trees become those of one tree.
struct MetricPlan {
  std::vector<Metric> metrics;                   // of the result
  std::vector<std::vector<MetricIndex>> target;  // per tree, per metric
  std::vector<std::vector<uint64_t>> factor;     // likewise: to the result's scale
};

// Merges the trees layer by layer: a context of the result knows the contexts that it is made of, its
// children are theirs grouped by frame, and their inclusive values add up, so that the result comes out in
// level order and nothing is searched for. Contexts of one tree alone are copied. Of the lists of what
// contexts are made of, only those of two layers exist at a time. `points` are those of the trees, `members`
// says whose the trees are. Errors: see MergeTrees(), and those of MemberUnion.
[[nodiscard]] Result<LevelOrderColumns> MergeLayers(std::span<const CctPtr> trees, const MetricPlan& plan,
                                                    PointUnion points, MemberPlan members,
                                                    const BuildLimits& limits, JobControl* job);

// Tells the watcher of a job and a MemoryLimit now and then how far a merge is.
class MergeProgress {
 public:
  static constexpr uint32_t kContextsBetweenPolls = 1u << 14;

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
