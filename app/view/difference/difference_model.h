#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/view/state/app_state.h"
#include "cct/tree/cct.h"
#include "cct/tree/execution.h"
#include "cct/tree/metric_sides.h"
#include "renderer/color/chart_colors.h"

namespace ringscope {

struct ComparedMetric;

// "+1.25 ms", "-3": exact, in the unit of the metric, with a sign unless 0.
[[nodiscard]] std::string SignedDifferenceText(uint64_t before, uint64_t after, const Metric& metric);

// The cost of a side as that of one run, if its column is the sum of several runs: "1.25 ms". Else the value
// itself.
[[nodiscard]] std::string MeanRunText(uint64_t value, const ComparedMetric& metric);
[[nodiscard]] std::string SignedMeanRunText(uint64_t before, uint64_t after, const ComparedMetric& metric);

// The difference in per cent: "+25 %"; "new" and "gone" where one side has no cost, "0 %" without a
// difference.
[[nodiscard]] std::string ChangeShareText(uint64_t before, uint64_t after);

// How contexts of a tree differ; null unless the tree is a comparison. Holds on to the tree.
[[nodiscard]] DifferenceOfContext DifferencesOf(CctPtr tree);

// What a table of contexts is sorted by, the largest first: in a comparison the size of the difference of
// inclusive costs, else the inclusive cost. The tree must outlive the order. O(1) a context.
class ContextOrder {
 public:
  ContextOrder() = default;
  ContextOrder(const Cct& tree, MetricIndex metric)
      : tree_(&tree), metric_(metric), sides_(SidesOf(tree.metrics(), metric)) {}
  [[nodiscard]] uint64_t operator()(ContextId context) const {
    if (!sides_) return tree_->Inclusive(context, metric_);
    const uint64_t before = tree_->Inclusive(context, sides_->before),
                   after = tree_->Inclusive(context, sides_->after);
    return std::max(before, after) - std::min(before, after);
  }
  [[nodiscard]] bool is_of_difference() const { return sides_.has_value(); }

 private:
  const Cct* tree_ = nullptr;
  MetricIndex metric_ = 0;
  std::optional<MetricSides> sides_;
};

// What a context costs on both sides of a comparison, in the metric of a column, with all that it calls or by
// itself. Empty if the metric has no sides. O(metrics).
struct DifferenceWords {
  std::string sides;   // "12.0 ms before, 15.0 ms after"
  std::string change;  // "+3.00 ms, +25 %"
  std::string share;   // "+25 %", as ChangeShareText()
};
[[nodiscard]] DifferenceWords DifferenceText(const CctPtr& tree, MetricIndex metric, ContextId context,
                                             bool is_self);

// Tells of a column whose values are sums of several runs: "sum of 4 runs a side", of a series "sum of 12
// runs". Else empty. O(metrics x executions).
[[nodiscard]] std::string SummedRunsText(const CctPtr& tree, MetricIndex metric);
// `facts` about a picture, followed by SummedRunsText().
[[nodiscard]] std::string WithSummedRuns(std::string facts, const CctPtr& tree, MetricIndex metric);

// What a run of a comparison costs, for the context of the details.
struct RunBar {
  float height = 0;  // as a part of the largest bar
  Side side = Side::kBefore;
  std::string text;  // "after, new.folded: 1.20 ms"
};
struct RunsModel {
  std::vector<RunBar> bars;  // those before come first; none for two runs or fewer
  std::string text;          // "Each run of f, with what it calls"
};
// O(executions x metrics).
[[nodiscard]] RunsModel BuildRunsModel(const AppState& state);

}  // namespace ringscope
