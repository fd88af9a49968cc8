#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "cct/import/importer.h"
#include "cct/import/perf/perf_data_head.h"
#include "cct/import/perf/perf_events.h"
#include "cct/tree/samples.h"

namespace ringscope {

// What the samples of a perf.data cost: two metrics for each event, its periods and its samples.
class PerfDataCosts {
 public:
  explicit PerfDataCosts(const ImportRun& run) : run_(run) {}

  // Adds a sample to a context. `place` is that of the attribute among all. Errors: kOverflow, and kLimit
  // where there are too many events.
  [[nodiscard]] Result<void> Add(const PerfAttribute& attribute, uint32_t place,
                                 std::optional<uint64_t> period, std::optional<uint64_t> time_ns,
                                 BuildNode node, uint64_t offset);

  // As they are now, in the order in which the events came up.
  [[nodiscard]] std::vector<Metric> Metrics() const { return PerfMetricsOf(events_); }

  // Brings the metrics into the order in which perf was told to record their events, and names them. Gives
  // the samples; none where one has no time.
  [[nodiscard]] std::vector<SampleList> Finish();

 private:
  [[nodiscard]] Result<uint32_t> EventOf(const PerfAttribute& attribute, uint32_t place, bool has_period,
                                         uint64_t offset);

  const ImportRun run_;
  std::vector<PerfEvent> events_;
  std::vector<uint32_t> place_of_event_;
  std::unordered_map<uint32_t, uint32_t> event_of_place_;
  std::vector<SampleList> samples_;  // by event
  bool all_have_times_ = true;
};

}  // namespace ringscope
