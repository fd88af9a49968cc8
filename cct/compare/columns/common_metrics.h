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

// One column of the result: adds the values of a metric of an execution, times `factor`, to `column`.
struct ColumnTarget {
  MetricIndex metric;  // of the execution
  uint32_t column;     // of the result, without the columns that are derived later
  uint64_t factor;
};

// A metric that all executions have, with the factors that bring its values to one unit and scale.
struct CommonMetric {
  Metric metric;                   // in the common unit and scale
  std::vector<MetricIndex> index;  // per execution: its index among the metrics of the execution
  std::vector<uint64_t> factor;    // per execution
};
struct CommonMetrics {
  std::vector<CommonMetric> metrics;  // at least one; the requested one comes first
  std::vector<std::string> notes;     // what was scaled, what was left out
};

// `trees`: those of `executions`, at least one. `asked`: the name of the requested metric, or empty. Errors:
// kNotFound (the executions share no metric, or no metric of that name), kInvalidArgument (metrics that
// measure different things), kOverflow (of a factor).
[[nodiscard]] Result<CommonMetrics> FindCommonMetrics(std::span<const CctPtr> trees,
                                                      std::span<const Execution> executions,
                                                      const std::string& asked);

// Adds `times` the total of an execution to `sum`. Errors: kOverflow (the sum reaches 2^63).
[[nodiscard]] Result<void> AddTotal(const CommonMetric& metric, const Cct& tree, size_t execution,
                                    uint64_t times, uint64_t& sum);

// The two metrics, one of each profile, that most likely measure the same under different names. The units
// have to be of one kind; best are names that differ in case only, then by a few letters, then names of which
// one contains the other. The first of equals; std::nullopt if no units agree. O(a.size() * b.size()).
[[nodiscard]] std::optional<std::pair<MetricIndex, MetricIndex>> NearestMetrics(std::span<const Metric> a,
                                                                                std::span<const Metric> b);

// Whether a metric of this name and unit is a number of samples.
[[nodiscard]] bool IsSampleCount(std::string_view name, std::string_view unit);
// Whether the metric is an exact count instead of a sampled one: bytes, instructions, allocations, calls.
[[nodiscard]] bool IsExactCount(std::string_view name, std::string_view unit);

// The attribute of an execution whose samples were brought to another period: the factor of each sample.
inline constexpr std::string_view kSamplesPerSample = "samples for each sample";

}  // namespace ringscope
