#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "cct/tree/cct.h"
#include "cct/tree/execution.h"
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

// Per execution the column that has what it alone costs, of what `metric` is a column of; of the only
// execution of a side that is the side's. Nothing where one has no such column. O(metrics + executions).
[[nodiscard]] std::optional<std::vector<MetricIndex>> ExecutionColumns(std::span<const Metric> metrics,
                                                                       std::span<const Execution> executions,
                                                                       MetricIndex metric);

// Per execution all its columns, of those metrics of which each execution has one; empty where the tree holds
// fewer than two, or no such metric. O(metrics^2 + metrics * executions).
[[nodiscard]] std::vector<std::vector<MetricIndex>> ColumnsByExecution(const Cct& tree);

}  // namespace ringscope
