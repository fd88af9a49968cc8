#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cct/tree/cct.h"

namespace ringscope {

// What a metric is called that has the recorder's own cost taken off: the measured one's name with this behind.
inline constexpr std::string_view kCorrectedSuffix = " without recorder";

// The same metric without what the recorder itself cost, where that is known and is not all that there is.
[[nodiscard]] inline std::optional<MetricIndex> CorrectedMetric(const Cct& tree, MetricIndex measured) {
  const std::string name = tree.metrics()[measured].name + std::string(kCorrectedSuffix);
  for (MetricIndex m = 0; m < tree.metric_count(); ++m) {
    if (tree.metrics()[m].name == name && tree.metrics()[m].unit == tree.metrics()[measured].unit && tree.Total(m) > 0)
      return m;
  }
  return std::nullopt;
}

}  // namespace ringscope
