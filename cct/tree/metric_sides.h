#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
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

// A column's name in words: "time, before" of "time@before".
[[nodiscard]] std::string ColumnTitle(const Metric& metric);

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

// How what a context costs differs between the sides of a comparison. What chance may explain is
// kWithinNoise, and so is what costs the same, or nothing.
enum class DifferenceKind : uint8_t { kWithinNoise, kLess, kMore, kGone, kNew };

struct ContextDifference {
  DifferenceKind kind = DifferenceKind::kWithinNoise;
  // The difference as a part of the larger side: -1 where it is gone, -0.5 where it halved, 0.5 where it
  // doubled, 1 where it is new.
  double part = 0;
};

// Of contexts of a tree, in the metric that one of its columns is of. The tree must outlive it. Null where
// the tree is no comparison. May be called by several threads.
using DifferencesOfTree = std::function<ContextDifference(ContextId)> (*)(const Cct& tree,
                                                                          MetricIndex column);

}  // namespace ringscope
