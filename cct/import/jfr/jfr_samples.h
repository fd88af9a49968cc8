#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "cct/import/jfr/jfr_chunk.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/samples.h"

namespace ringscope {

// The metrics that events of one kind have in the tree.
struct JfrKindMetrics {
  static constexpr MetricIndex kNone = 0xffffffffu;
  MetricIndex count = kNone;
  MetricIndex value = kNone;
};

// The events that are in the tree with the times at which they began, a series a kind.
class JfrSamples {
 public:
  explicit JfrSamples(size_t kind_count) : by_kind_(kind_count) {}

  // `value` is 0 where the event has none.
  void Add(const JfrHeader& header, size_t kind, std::optional<uint64_t> start_ticks, BuildNode context,
           uint64_t value);
  // `metrics` by kind; `order` as CctBuilder::PermuteMetrics has it. Nothing where some events have no times.
  [[nodiscard]] std::vector<SampleList> Take(std::span<const JfrKindMetrics> metrics,
                                             std::span<const MetricIndex> order) &&;

 private:
  std::vector<SampleList> by_kind_;
  bool all_have_times_ = true;
};

}  // namespace ringscope
