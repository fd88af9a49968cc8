#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "cct/import/firefox/firefox_profile.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/samples.h"

namespace ringscope {

// The samples of all threads with their times, as one series: threads share metrics, and a metric is of one
// series. What a thread does not measure is 0 in its samples.
class FirefoxSamples {
 public:
  static constexpr MetricIndex kNoMetric = 0xffffffffu;
  // The metrics of a thread's values, by the order in FirefoxThread::timed; kNoMetric where it has none.
  using Metrics = std::array<MetricIndex, kTimedValueCount>;

  // `timed` is a thread's, whose process started `started_ms` after the first one. `context_of` gives the
  // context of a stack; samples of stacks without one are left out.
  void Add(const SampleList& timed, const Metrics& metrics, double started_ms,
           const std::function<std::optional<BuildNode>(uint32_t)>& context_of);
  [[nodiscard]] std::vector<SampleList> Take() &&;

 private:
  // The place of a metric among the values, made where it is new.
  [[nodiscard]] size_t PlaceOf(MetricIndex metric);

  SampleList series_;
};

}  // namespace ringscope
