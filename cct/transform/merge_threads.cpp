#include "cct/transform/merge_threads.h"

#include <utility>
#include <vector>

#include "cct/builder.h"

namespace ringscope {
namespace {

constexpr uint32_t kPollInterval = 1u << 16;
constexpr FrameId kNotInterned = 0xffffffffu;

bool IsThreadKind(FrameKind kind) { return kind == FrameKind::kThread || kind == FrameKind::kProcess; }

}  // namespace

bool HasThreadRing(const Cct& tree) {
  const ContextRange first_ring = tree.ChildrenOf(kRootContext);
  for (ContextId context = first_ring.begin; context < first_ring.end; ++context) {
    if (IsThreadKind(tree.FrameAt(context).kind)) return true;
  }
  return false;
}

Result<CctPtr> MergeThreads(const CctPtr& tree, JobControl* job) {
  if (!HasThreadRing(*tree)) return tree;
  const uint32_t n = tree->context_count();
  const uint32_t metric_count = tree->metric_count();
  if (job != nullptr) {
    job->done_units = 0;
    job->total_units = n;
  }
  CctBuilder builder;
  for (const Metric& metric : tree->metrics()) (void)builder.AddMetric(metric);
  std::vector<FrameId> merged_frame(tree->frames().size(), kNotInterned);
  // Level order puts callers first, so each context finds where its caller went.
  std::vector<BuildNode> merged(n, kBuildRoot);
  for (ContextId caller = 0; caller < n; ++caller) {
    const BuildNode merged_caller = merged[caller];
    for (MetricIndex metric = 0; metric < metric_count; ++metric) {
      if (const uint64_t self = tree->Self(caller, metric); self != 0)
        builder.AddSelf(merged_caller, metric, self);
    }
    if (const ContextFlags flags = tree->FlagsOf(caller); flags != 0)
      builder.MarkContext(merged_caller, flags);
    const ContextRange children = tree->ChildrenOf(caller);
    for (ContextId child = children.begin; child < children.end; ++child) {
      const FrameId frame = tree->FrameOf(child);
      const Frame fields = tree->frames()[frame];
      if (merged_caller == kBuildRoot && IsThreadKind(fields.kind)) continue;  // stands for the root itself
      FrameId interned = frame < merged_frame.size() ? merged_frame[frame] : kNotInterned;
      if (interned == kNotInterned) {
        interned = builder.InternFrame(fields);
        if (frame < merged_frame.size()) merged_frame[frame] = interned;
      }
      merged[child] = builder.Child(merged_caller, interned);
    }
    if (caller % kPollInterval == 0) {
      RINGSCOPE_TRY(builder.status());
      if (job != nullptr) {
        job->done_units = caller;
        if (job->cancelled()) return Fail(ErrorCode::kCancelled, "merging threads was cancelled");
      }
    }
  }
  return std::move(builder).Finish(tree->report(), job);
}

}  // namespace ringscope
