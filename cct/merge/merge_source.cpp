#include "cct/merge/merge_source.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "cct/tree/verify.h"

namespace ringscope {
namespace {

constexpr uint64_t kContextsBetweenPolls = uint64_t{1} << 14;

tl::unexpected<Error> Damaged(std::string_view what) {
  return Fail(ErrorCode::kMalformed, std::string(what));
}

// Whether, for callers from `begin` to `end`, no child costs less than 0 and the children together cost no
// more than their caller. Sums do not wrap unnoticed, as each is compared with the one before.
bool AddsUp(const ChunkedColumn<uint32_t>& first_child, const ChunkedColumn<uint64_t>& running,
            uint64_t begin, uint64_t end) {
  bool sound = true;
  uint64_t child = first_child[begin];
  uint64_t child_sum = running[child];
  for (uint64_t caller = begin; caller < end; ++caller) {
    const uint64_t children_end = first_child[caller + 1];
    const uint64_t before_children = child_sum;
    uint64_t passed = 0;
    for (; child < children_end; ++child) {
      child_sum = running[child + 1];
      const uint64_t now = child_sum - before_children;
      sound &= passed <= now;
      passed = now;
    }
    sound &= passed <= running[caller + 1] - running[caller];
  }
  return sound;
}

bool HasFramesBelow(const ChunkedColumn<uint32_t>& frame, uint64_t begin, uint64_t end, size_t limit) {
  bool sound = true;
  for (uint64_t i = begin; i < end; ++i) sound &= frame[i] < limit;
  return sound;
}

Result<void> CheckColumns(const Cct& tree, const JobControl* job) {
  const CctColumns& columns = tree.columns();
  const uint64_t n = tree.context_count();
  const std::string_view no_tree = "the columns of the file do not make a tree";
  if (!HasTreeEnds(columns.first_child, n)) return Damaged(no_tree);
  for (uint64_t begin = 0; begin < n; begin += kContextsBetweenPolls) {
    if (IsCancelled(job)) return Fail(ErrorCode::kCancelled, "cancelled");
    if (!HasTreeRanges(columns.first_child, begin, std::min(begin + kContextsBetweenPolls, n)))
      return Damaged(no_tree);
  }
  for (uint64_t begin = 0; begin < n; begin += kContextsBetweenPolls) {
    if (IsCancelled(job)) return Fail(ErrorCode::kCancelled, "cancelled");
    const uint64_t end = std::min(begin + kContextsBetweenPolls, n);
    // The frame of the synthetic root is not used.
    if (!HasFramesBelow(columns.frame, std::max<uint64_t>(begin, 1), end, tree.frames().size()))
      return Damaged("a context has a frame outside the table");
    for (const auto& running : columns.running_inclusive) {
      if (!AddsUp(columns.first_child, running, begin, end))
        return Damaged("the columns of the file have values that do not add up");
    }
  }
  return {};
}

}  // namespace

Result<MergeSource> MergeSource::Open(const Cct& tree, std::span<const MetricIndex> target,
                                      std::span<const uint64_t> factor, size_t result_metric_count,
                                      FrameInterner& frames, const JobControl* job) {
  RINGSCOPE_TRY(CheckColumns(tree, job));
  RINGSCOPE_TRY(CheckTypeRanges(tree.types()));
  MergeSource source(tree, frames.InternAll(tree.frames()));
  RINGSCOPE_TRY(frames.status());
  source.sources_.resize(result_metric_count);
  for (MetricIndex metric = 0; metric < target.size(); ++metric) {
    if (target[metric] != kLeftOutMetric) source.sources_[target[metric]] = {metric, factor[metric]};
  }
  return source;
}

}  // namespace ringscope
