#include "cct/import/firefox/firefox_samples.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ringscope {
namespace {

int64_t NanosecondsBetween(double ms) {
  constexpr double kNsInMs = 1e6;
  constexpr double kMost = 4e18;
  return std::llround(std::clamp(ms * kNsInMs, -kMost, kMost));
}

bool AreAllOne(const SampleValueList& values) {
  if (!values.wide().empty()) return false;
  return std::all_of(values.narrow().begin(), values.narrow().end(),
                     [](uint32_t value) { return value == 1; });
}

}  // namespace

size_t FirefoxSamples::PlaceOf(MetricIndex metric) {
  const auto known = std::find(series_.valued.begin(), series_.valued.end(), metric);
  const auto place = static_cast<size_t>(known - series_.valued.begin());
  if (known != series_.valued.end()) return place;
  series_.valued.push_back(metric);
  SampleValueList& values = series_.values.emplace_back();
  for (size_t sample = 0; sample < series_.size(); ++sample) values.Add(0);
  return place;
}

void FirefoxSamples::Add(const SampleList& timed, const Metrics& metrics, double started_ms,
                         const std::function<std::optional<BuildNode>(uint32_t)>& context_of) {
  std::vector<std::pair<size_t, size_t>> places;  // of values there, and here
  for (size_t value = 0; value < metrics.size(); ++value) {
    if (metrics[value] != kNoMetric) places.emplace_back(value, PlaceOf(metrics[value]));
  }
  // Modulo 2^64: times are within 2^62 of 0.
  const auto moved_by = static_cast<uint64_t>(NanosecondsBetween(started_ms));
  for (size_t sample = 0; sample < timed.size(); ++sample) {
    const std::optional<BuildNode> context = context_of(timed.context[sample]);
    if (!context) continue;
    series_.Add(timed.time_ns[sample] + moved_by, *context);
    for (const auto& [there, here] : places) series_.values[here].Add(timed.values[there][sample]);
    for (SampleValueList& values : series_.values) {
      if (values.size() < series_.size()) values.Add(0);
    }
  }
}

std::vector<SampleList> FirefoxSamples::Take() && {
  for (size_t i = series_.valued.size(); i-- > 0;) {
    if (!AreAllOne(series_.values[i])) continue;
    series_.counted.push_back(series_.valued[i]);
    series_.valued.erase(series_.valued.begin() + static_cast<ptrdiff_t>(i));
    series_.values.erase(series_.values.begin() + static_cast<ptrdiff_t>(i));
  }
  std::vector<SampleList> all;
  all.push_back(std::move(series_));
  return all;
}

}  // namespace ringscope
