#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cct/base/result.h"
#include "cct/compare/tree_comparison.h"
#include "cct/tree/cct.h"
#include "cct/tree/execution.h"
#include "cct/tree/metric.h"

namespace ringscope {

// A value of an execution's context, times `factor`, is added to a column of the tree that is made.
struct ColumnTarget {
  MetricIndex metric;  // of the execution
  uint32_t column;     // of those that are added up
  uint64_t factor;
};

// A metric that all executions have, and what brings the values of each to one unit and scale.
struct CommonMetric {
  Metric metric;                   // in that unit and scale
  std::vector<MetricIndex> index;  // per execution: of its metrics
  std::vector<uint64_t> factor;    // per execution
};
struct CommonMetrics {
  std::vector<CommonMetric> metrics;  // at least one; that which was asked for comes first
  std::vector<std::string> notes;     // what was scaled, what was left out
};

// `trees` belong to `executions`; at least one. `asked`: the name of a metric, or empty. Errors: kNotFound
// (no common metric, or none of that name), kInvalidArgument (metrics that measure different things),
// kOverflow (of a factor).
[[nodiscard]] Result<CommonMetrics> FindCommonMetrics(std::span<const CctPtr> trees,
                                                      std::span<const Execution> executions,
                                                      const std::string& asked);

// Adds to `sum` what an execution costs in all, as often as `times`. Errors: kOverflow (the sum reaches
// 2^63).
[[nodiscard]] Result<void> AddTotal(const CommonMetric& metric, const Cct& tree, size_t execution,
                                    uint64_t times, uint64_t& sum);

// The two metrics, one of each profile, that most likely measure the same under different names: names that
// differ in case or by a few letters, or of which one contains the other; then units of one kind. The first
// of equals; nothing where not even the units agree. O(metrics of both, multiplied).
[[nodiscard]] std::optional<std::pair<MetricIndex, MetricIndex>> NearestMetrics(std::span<const Metric> a,
                                                                                std::span<const Metric> b);

// Whether values of the two can be brought to one unit: units of one kind; of an unknown kind only those with
// one name.
[[nodiscard]] bool IsSameKind(const Metric& a, const Metric& b);

// Whether a metric of this name and unit is a number of samples.
[[nodiscard]] bool IsSampleCount(std::string_view name, std::string_view unit);
// Whether what it counts happened exactly so often: bytes, instructions, allocations, calls.
[[nodiscard]] bool IsExactCount(std::string_view name, std::string_view unit);

// The attribute of an execution whose number of samples was brought to another period: for how many each stands.
inline constexpr std::string_view kSamplesPerSample = "samples for each sample";

}  // namespace ringscope
