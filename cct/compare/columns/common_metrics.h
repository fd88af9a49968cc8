#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "cct/base/result.h"
#include "cct/tree/cct.h"
#include "cct/tree/execution.h"

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

}  // namespace ringscope
