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

// "+1.25 ms", "-3": the exact difference in the unit of the metric, with a sign unless 0.
[[nodiscard]] std::string SignedDifferenceText(uint64_t before, uint64_t after, const Metric& metric);

// The cost of a side as the mean of its runs: "1.25 ms".
[[nodiscard]] std::string MeanRunText(uint64_t value, const ComparedMetric& metric);
[[nodiscard]] std::string SignedMeanRunText(uint64_t before, uint64_t after, const ComparedMetric& metric);

// The difference in per cent: "+25 %"; "new" and "gone" where one side has no cost, "0 %" without a
// difference.
[[nodiscard]] std::string ChangeShareText(uint64_t before, uint64_t after);

// The function that gives the difference of a context; null unless the tree is a comparison. Keeps the tree
// alive.
[[nodiscard]] DifferenceOfContext DifferencesOf(CctPtr tree);

// The key that sorts a table of contexts, the largest first: in a comparison the size of the difference of
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

// The inclusive (or with `is_self` the self) cost of a context on both sides of a comparison, in the compared
// metric of column `metric`. Empty if that has no sides. O(metrics).
struct DifferenceWords {
  std::string sides;   // "12.0 ms before, 15.0 ms after"
  std::string change;  // "+3.00 ms, +25 %"
  std::string share;   // "+25 %", as ChangeShareText()
};
[[nodiscard]] DifferenceWords DifferenceText(const CctPtr& tree, MetricIndex metric, ContextId context,
                                             bool is_self);

// "sum of 4 runs a side", or of a series "sum of 12 runs", for a column whose values are sums of several
// runs; else empty. O(metrics x executions).
[[nodiscard]] std::string SummedRunsText(const CctPtr& tree, MetricIndex metric);
// `facts` about a picture, followed by SummedRunsText().
[[nodiscard]] std::string WithSummedRuns(std::string facts, const CctPtr& tree, MetricIndex metric);

// The cost of one run of a comparison, for the context of the details.
struct RunBar {
  float height = 0;  // as a part of the largest bar
  Side side = Side::kBefore;
  std::string text;  // "after, new.folded: 1.20 ms"
};
struct RunsModel {
  std::vector<RunBar> bars;  // runs before come first; empty for two runs or fewer
  std::string text;          // "Each run of f, with what it calls"
};
// O(executions x metrics).
[[nodiscard]] RunsModel BuildRunsModel(const AppState& state);

}  // namespace ringscope
