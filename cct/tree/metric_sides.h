#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "cct/tree/metric.h"

namespace ringscope {

// The columns that a comparison has of one metric.
struct MetricSides {
  MetricIndex before = 0, after = 0;
  std::optional<MetricIndex> change;
  friend bool operator==(const MetricSides&, const MetricSides&) = default;
};

// What columns of one metric share: the name up to "@before", "@after", "@change", "@after2", ...; all of it
// where the metric is plain.
[[nodiscard]] std::string_view NameOfCompared(const Metric& metric);

// The columns of what `metric` is a column of; nothing where it is plain or a side is missing. O(metrics).
[[nodiscard]] std::optional<MetricSides> SidesOf(std::span<const Metric> metrics, MetricIndex metric);

}  // namespace ringscope
