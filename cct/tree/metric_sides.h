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

// The columns of one metric in a comparison.
struct MetricSides {
  MetricIndex before = 0, after = 0;
  std::optional<MetricIndex> change;
  friend bool operator==(const MetricSides&, const MetricSides&) = default;
};

// The common name of the columns of one metric: the part before "@before", "@after", "@change", "@after2",
// ...; the whole name of a plain metric.
[[nodiscard]] std::string_view NameOfCompared(const Metric& metric);

// A column's name in words: "time, before" of "time@before".
[[nodiscard]] std::string ColumnTitle(const Metric& metric);

// All columns of the metric that `metric` is a column of; std::nullopt if it is plain or a side is missing.
// O(metrics).
[[nodiscard]] std::optional<MetricSides> SidesOf(std::span<const Metric> metrics, MetricIndex metric);

// For each execution the column with its own cost, of the metric that `metric` is a column of; the only
// execution of a side has the side's column. std::nullopt if an execution has none. O(metrics + executions).
[[nodiscard]] std::optional<std::vector<MetricIndex>> ExecutionColumns(std::span<const Metric> metrics,
                                                                       std::span<const Execution> executions,
                                                                       MetricIndex metric);

// For each execution all its columns, of the metrics that have a column for every execution; empty if the
// tree has fewer than two executions or no such metric. O(metrics^2 + metrics * executions).
[[nodiscard]] std::vector<std::vector<MetricIndex>> ColumnsByExecution(const Cct& tree);

// The suffix of a metric without the recorder's own cost; the part before it is the measured metric's name.
inline constexpr std::string_view kCorrectedSuffix = " without recorder";

// The measured metric of a corrected one; std::nullopt if `corrected` is not corrected.
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

// How the cost of a context differs between the sides of a comparison. kWithinNoise: not at all, or by no
// more than chance may explain.
enum class DifferenceKind : uint8_t { kWithinNoise, kLess, kMore, kGone, kNew };

struct ContextDifference {
  DifferenceKind kind = DifferenceKind::kWithinNoise;
  // The difference divided by the larger side: -1 = gone, -0.5 = halved, 0.5 = doubled, 1 = new.
  double part = 0;
};

// Returns a function that gives the difference of a context, in the metric of `column`; null if the tree is
// no comparison. The function borrows the tree and may be called by several threads.
using DifferencesOfTree = std::function<ContextDifference(ContextId)> (*)(const Cct& tree,
                                                                          MetricIndex column);

}  // namespace ringscope
