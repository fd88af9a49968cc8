#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/tree/building/frame_interner.h"
#include "cct/tree/cct.h"

namespace ringscope {

// The target of a metric that is left out of the result.
inline constexpr MetricIndex kLeftOutMetric = 0xffffffffu;

// The metric of one tree from which a metric of the result comes.
struct MetricSource {
  MetricIndex metric;   // of the tree
  uint64_t factor = 1;  // from the tree's values to the result's
};

// One of the merged trees. It is checked, so that loops need no clamping and no sum of its values exceeds its
// totals: the children of i are [first_child[i], first_child[i + 1]) and tile the contexts behind the root,
// every frame is in the table, no children cost more than their caller, and the ranges of types are sound.
class MergeSource {
 public:
  // Borrows `tree`. One pass over its columns. Adds its frames to `frames`. `target` and `factor` have, for
  // each metric of the tree, the metric of the result (distinct, or kLeftOutMetric) and the factor to its
  // scale. Errors: kMalformed (a damaged file), kLimit (names), kCancelled.
  [[nodiscard]] static Result<MergeSource> Open(const Cct& tree, std::span<const MetricIndex> target,
                                                std::span<const uint64_t> factor, size_t result_metric_count,
                                                FrameInterner& frames, const JobControl* job);

  [[nodiscard]] const Cct& tree() const { return *tree_; }
  // Not clamped: the columns were checked.
  [[nodiscard]] ContextRange ChildrenOf(ContextId context) const {
    const auto& first_child = tree_->columns().first_child;
    return {first_child[context], first_child[uint64_t{context} + 1]};
  }
  [[nodiscard]] FrameId FrameOf(ContextId context) const {
    return frame_map_[tree_->columns().frame[context]];
  }
  [[nodiscard]] std::span<const FrameId> frame_map() const { return frame_map_; }

  // The source of a metric of the result; std::nullopt if this tree has no such metric.
  [[nodiscard]] const std::optional<MetricSource>& SourceOf(size_t result_metric) const {
    return sources_[result_metric];
  }
  // In the result's scale, modulo 2^64.
  [[nodiscard]] uint64_t Inclusive(ContextId context, size_t result_metric) const {
    const std::optional<MetricSource>& source = sources_[result_metric];
    return source ? tree_->Inclusive(context, source->metric) * source->factor : 0;
  }

 private:
  MergeSource(const Cct& tree, std::vector<FrameId> frame_map)
      : tree_(&tree), frame_map_(std::move(frame_map)) {}

  const Cct* tree_;
  std::vector<FrameId> frame_map_;
  std::vector<std::optional<MetricSource>> sources_;
};

}  // namespace ringscope
