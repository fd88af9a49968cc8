#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "cct/base/result.h"
#include "cct/query/metrics/derived_metric.h"
#include "cct/query/metrics/metric_lookup.h"
#include "cct/tree/cct.h"

namespace ringscope {

// A derived metric bound to the metrics of one tree: evaluation needs no look-up by name. The tree must
// outlive it.
class BoundFormula {
 public:
  // Binds metrics[index]. A name in its formula is that of a metric of the profile, or of an earlier derived
  // metric (so definitions cannot be circular), found as by FindMetricOrDerived(). For a derived metric x,
  // self(x) and incl(x) are its value on self and on inclusive values, and total(x) is its value for the
  // whole tree. `shown`: the metric of a bare `self` or `incl` in the formula itself; in the formulas of
  // metrics that it names, they are of the first metric. Errors: kNotFound, with the name and the list of
  // metrics, at the column of the parsed text; kInvalidArgument (a formula without nodes, or with more than
  // kMaxFormulaNodes); kLimit (more than kMaxFormulaSteps). O(parts); with an aggregate that the tree's
  // memo() does not have O(contexts), at most 25 ns each, plus the time of its query.
  [[nodiscard]] static Result<BoundFormula> Bind(const Cct& tree, std::span<const DerivedMetric> metrics,
                                                 size_t index, MetricIndex shown = 0);
  // Binds a single metric.
  [[nodiscard]] static Result<BoundFormula> Bind(const Cct& tree, const DerivedMetric& metric) {
    return Bind(tree, {&metric, 1}, 0);
  }

  // Values in displayed units (stored / scale). Division by zero gives NaN, for which no condition is true.
  [[nodiscard]] double Self(ContextId context) const { return ValueIn(context, true); }
  [[nodiscard]] double Inclusive(ContextId context) const { return ValueIn(context, false); }
  // Whether the formula contains a statistic over members or an aggregate, which exist for single contexts.
  [[nodiscard]] bool IsOfOneContext() const;
  // A metric with the unit and scale of the values; std::nullopt if no metric has their unit.
  [[nodiscard]] std::optional<MetricIndex> MeasuredAs() const;
  // The metric in whose unit people read the values: MeasuredAs(), or the metric of a cost divided by a count
  // ("a call"), also if multiplied by that count again.
  [[nodiscard]] std::optional<MetricIndex> ReadAs() const;
  // Evaluates given values, one per metric of the tree, such as rows of tables. total(x) is that of the tree.
  [[nodiscard]] double Evaluate(std::span<const uint64_t> self, std::span<const uint64_t> inclusive,
                                bool as_self) const;
  // Evaluates row `row` of columns, one per metric of the tree.
  [[nodiscard]] double EvaluateRow(std::span<const std::vector<uint64_t>> self,
                                   std::span<const std::vector<uint64_t>> inclusive, size_t row,
                                   bool as_self) const;
  // Writes Self() or Inclusive() of every context of a run into `out` of the same length; many times faster
  // per context. Pass the same `scratch` to all calls.
  void EvaluateRun(ContextRange run, bool as_self, std::span<double> out, std::vector<double>& scratch) const;

 private:
  // The unit of a metric, divided by the count `per` if there is one.
  struct Unit {
    MetricIndex metric = 0;
    std::optional<MetricIndex> per;
    bool operator==(const Unit&) const = default;
  };
  struct Step {
    FormulaNode::Op op = FormulaNode::Op::kNumber;
    FormulaNode::Which which = FormulaNode::Which::kAsAsked;
    FormulaNode::Statistic statistic = FormulaNode::Statistic::kNone;
    MetricIndex metric = 0;
    uint32_t first = 0, second = 0;
    double number = 0;
    double scale = 1;
    ColumnMemo::Column column;  // for an aggregate: its value by context
    bool has_unit_of_metric = false;
    std::optional<Unit> of_derived;  // for an aggregate of a derived metric
  };
  // `by_counts`: also for values that are divided or multiplied by counts.
  [[nodiscard]] std::optional<Unit> UnitOf(bool by_counts) const;
  [[nodiscard]] static Step StepOfMetric(const Cct& tree, MetricIndex metric, FormulaNode::Which which,
                                         const FormulaNode& node, bool of_root);
  // In stored units, except counts of members and types.
  [[nodiscard]] static double StatisticOf(const Cct& tree, ContextId context, CostKind kind,
                                          const Step& step);
  [[nodiscard]] double ValueIn(ContextId context, bool as_self) const;
  template <typename ValueOf>
  [[nodiscard]] double Run(ValueOf value_of) const;
  // sum_of(metric, wants_self): the self or inclusive value.
  template <typename SumOf>
  [[nodiscard]] double RunOnSums(bool as_self, SumOf sum_of) const;
  // Writes the values of a step for a run.
  void LoadRun(const Step& step, ContextRange run, bool as_self, double* to) const;

  const Cct* tree_ = nullptr;
  std::vector<Step> steps_;
};

// The aggregate of a node for every context, in stored units (displayed units if the metric is derived).
// `named`: the node's metric, of the tree or among `metrics`. Found in the tree's memo(), or kept there.
// O(contexts). The synthetic root is no relative; without relatives counts and sums are 0, other aggregates
// NaN. Errors: kMalformed (the node names a metric with an aggregate, as chains of them could multiply the
// cost, or its query is not allowed), and those of SelectContexts() for its query.
[[nodiscard]] Result<ColumnMemo::Column> AggregateColumn(const Cct& tree,
                                                         std::span<const DerivedMetric> metrics,
                                                         const FormulaNode& node, NamedMetric named,
                                                         MetricIndex shown);

}  // namespace ringscope
