#include "cct/import/perf/perf_data_costs.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "cct/import/limits.h"

namespace ringscope {
namespace {

constexpr uint32_t kTracepoint = 2;  // a type of events

}  // namespace

Result<void> PerfDataCosts::Add(const PerfAttribute& attribute, uint32_t place,
                                std::optional<uint64_t> period, std::optional<uint64_t> time_ns,
                                BuildNode node, uint64_t offset) {
  // As perf prints them, tracepoints count.
  const bool has_period = period && attribute.type != kTracepoint;
  const uint64_t value = has_period ? *period : 1;
  if (value >> 63 != 0)
    return FailAt(ErrorCode::kOverflow, offset, "expected a period below 2^63, found a larger one");
  RINGSCOPE_ASSIGN(const uint32_t event, EventOf(attribute, place, has_period, offset));
  run_.builder.AddSelf(node, 2 * event, value);
  run_.builder.AddSelf(node, 2 * event + 1, 1);
  ++run_.report.record_count;
  if (!all_have_times_) return {};
  if (!time_ns || *time_ns >> 63 != 0) {
    all_have_times_ = false;
    samples_.clear();
    return {};
  }
  samples_[event].Add(*time_ns, node);
  samples_[event].values[0].Add(value);
  return {};
}

Result<uint32_t> PerfDataCosts::EventOf(const PerfAttribute& attribute, uint32_t place, bool has_period,
                                        uint64_t offset) {
  const auto [known, is_new] = event_of_place_.try_emplace(place, static_cast<uint32_t>(events_.size()));
  if (is_new) {
    const auto same = std::find_if(events_.begin(), events_.end(),
                                   [&](const PerfEvent& event) { return event.name == attribute.name; });
    known->second = static_cast<uint32_t>(same - events_.begin());
    if (same == events_.end()) {
      if (events_.size() == kMaxPerfEvents)
        return FailAt(ErrorCode::kLimit, offset, TooMany(kMaxPerfEvents, "events"));
      events_.push_back({attribute.name, offset, has_period});
      place_of_event_.push_back(place);
      if (all_have_times_) samples_.emplace_back().values.resize(1);
      run_.builder.AddMetric({attribute.name, "events", 1});
      run_.builder.AddMetric({attribute.name + " samples", "count", 1});
    }
  }
  const uint32_t index = known->second;
  events_[index].has_period |= has_period;
  return index;
}

std::vector<SampleList> PerfDataCosts::Finish() {
  std::vector<uint32_t> order(events_.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [this](uint32_t a, uint32_t b) { return place_of_event_[a] < place_of_event_[b]; });
  std::vector<PerfEvent> events;
  std::vector<SampleList> series;
  std::vector<MetricIndex> metric_order;
  for (const uint32_t event : order) {
    const auto metric = static_cast<MetricIndex>(metric_order.size());
    metric_order.insert(metric_order.end(), {2 * event, 2 * event + 1});
    if (all_have_times_ && series.size() < kMaxSampleSeries) {
      SampleList& list = series.emplace_back(std::move(samples_[event]));
      list.counted = {metric + 1};
      if (events_[event].has_period) {
        list.valued = {metric};
      } else {
        list.counted.push_back(metric);
        list.values.clear();
      }
    }
    events.push_back(std::move(events_[event]));
  }
  run_.builder.PermuteMetrics(metric_order);
  if (all_have_times_) NoteEventsWithoutTimes(events.size(), run_.report);
  const std::vector<Metric> metrics = PerfMetricsOf(events);
  for (MetricIndex i = 0; i < metrics.size(); ++i) run_.builder.metric(i) = metrics[i];
  return series;
}

}  // namespace ringscope
