#include "cct/import/jfr/jfr_samples.h"

#include <algorithm>
#include <utility>

namespace ringscope {

void JfrSamples::Add(const JfrHeader& header, size_t kind, std::optional<uint64_t> start_ticks,
                     BuildNode context, uint64_t value) {
  all_have_times_ &= start_ticks.has_value() && header.ticks_per_second > 0;
  if (!all_have_times_) return;
  // Ticks are of the chunk, which knows when it began. Of a damaged file any time will do.
  constexpr int64_t kNsPerSecond = 1'000'000'000;
  __extension__ using Wide = __int128;
  const auto ticks = static_cast<int64_t>(*start_ticks - header.start_ticks);
  const Wide since_start_ns = static_cast<Wide>(ticks) * kNsPerSecond / header.ticks_per_second;
  const uint64_t time_ns = header.start_ns + static_cast<uint64_t>(since_start_ns);
  SampleList& list = by_kind_[kind];
  list.Add(SampleList::TimeOf(static_cast<int64_t>(time_ns)), context);
  list.values.resize(1);
  list.values[0].Add(value);
}

std::vector<SampleList> JfrSamples::Take(std::span<const JfrKindMetrics> metrics,
                                         std::span<const MetricIndex> order) && {
  if (!all_have_times_) return {};
  const auto place_of = [order](MetricIndex metric) {
    return static_cast<MetricIndex>(std::find(order.begin(), order.end(), metric) - order.begin());
  };
  for (size_t kind = 0; kind < by_kind_.size(); ++kind) {
    if (metrics[kind].count != JfrKindMetrics::kNone)
      by_kind_[kind].counted = {place_of(metrics[kind].count)};
    if (metrics[kind].value != JfrKindMetrics::kNone)
      by_kind_[kind].valued = {place_of(metrics[kind].value)};
    else
      by_kind_[kind].values.clear();
  }
  std::erase_if(by_kind_, [](const SampleList& list) { return list.size() == 0; });
  return std::move(by_kind_);
}

}  // namespace ringscope
