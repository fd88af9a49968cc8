#pragma once

#include <string>
#include <vector>

#include "app/view/state/app_state.h"
#include "cct/tree/cct.h"
#include "cct/tree/execution.h"
#include "renderer/color/chart_colors.h"

namespace ringscope {

struct ComparedMetric;

// "+1.25 ms", "-3": exact, with a sign but for 0, in the unit of the metric.
[[nodiscard]] std::string SignedDifferenceText(uint64_t before, uint64_t after, const Metric& metric);

// What a side costs as that of one run, where its column is the sum of several: "1.25 ms". Else the value
// itself.
[[nodiscard]] std::string MeanRunText(uint64_t value, const ComparedMetric& metric);
[[nodiscard]] std::string SignedMeanRunText(uint64_t before, uint64_t after, const ComparedMetric& metric);

// How contexts of a tree differ; null where it is no comparison. Holds on to the tree.
[[nodiscard]] DifferenceOfContext DifferencesOf(CctPtr tree);

// What a context costs on both sides of a comparison, in the metric of a column, with all that it calls or by
// itself: "12.0 ms before, 15.0 ms after: +3.00 ms, +25 %". Empty where there are no sides. O(metrics).
[[nodiscard]] std::string DifferenceText(const CctPtr& tree, MetricIndex metric, ContextId context,
                                         bool is_self);

// Of which runs the values of a column are the sum: "sum of 4 runs a side". Empty where a side is one run, or
// the tree no comparison. O(metrics x executions).
[[nodiscard]] std::string SummedRunsText(const CctPtr& tree, MetricIndex metric);
// With it behind what is said of a picture.
[[nodiscard]] std::string WithSummedRuns(std::string facts, const CctPtr& tree, MetricIndex metric);

// What each run of a comparison costs, of the context that the details are about.
struct RunBar {
  float height = 0;  // as a part of the largest
  Side side = Side::kBefore;
  std::string text;  // "after, new.folded: 1.20 ms"
};
struct RunsModel {
  std::vector<RunBar> bars;  // those before come first; none where there are no more than two runs
  std::string text;          // "Each run of f, with what it calls"
};
// O(executions x metrics).
[[nodiscard]] RunsModel BuildRunsModel(const AppState& state);

}  // namespace ringscope
