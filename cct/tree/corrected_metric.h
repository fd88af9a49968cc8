#pragma once

#include <optional>
#include <string_view>

#include "cct/tree/cct.h"

namespace ringscope {

// What a metric is called that has the recorder's own cost taken off: the measured one's name with this
// behind.
inline constexpr std::string_view kCorrectedSuffix = " without recorder";

// What was measured of a metric that is corrected; nothing: it is none.
[[nodiscard]] inline std::optional<MetricIndex> MeasuredMetric(const Cct& tree, MetricIndex corrected) {
  const Metric& its = tree.metrics()[corrected];
  if (!its.name.ends_with(kCorrectedSuffix)) return std::nullopt;
  const std::string_view name =
      std::string_view(its.name).substr(0, its.name.size() - kCorrectedSuffix.size());
  for (MetricIndex m = 0; m < tree.metric_count(); ++m) {
    if (tree.metrics()[m].name == name && tree.metrics()[m].unit == its.unit) return m;
  }
  return std::nullopt;
}

}  // namespace ringscope
