#pragma once

#include <optional>
#include <span>
#include <utility>

#include "cct/tree/metric.h"

namespace ringscope {

// The two metrics, one of each profile, that most likely measure the same under different names: names that
// differ in case or by a few letters, or of which one contains the other; then units of one kind. The first
// of equals; nothing where not even the units agree. O(metrics of both, multiplied).
[[nodiscard]] std::optional<std::pair<MetricIndex, MetricIndex>> NearestMetrics(std::span<const Metric> a,
                                                                                std::span<const Metric> b);

// Whether values of the two can be brought to one unit: units of one kind; of an unknown kind only those with
// one name.
[[nodiscard]] bool IsSameKind(const Metric& a, const Metric& b);

}  // namespace ringscope
