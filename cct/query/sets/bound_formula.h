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
  // Binds metrics[index]. A name in a formula is that of a metric of the profile, or of a derived metric
  // before the one that it defines (so nothing goes round); what has exactly this name goes before what
  // differs in case, and the profile's before a derived one. Of a derived metric self(x) and incl(x) are what
  // x is as self and as inclusive value, and total(x) what it is for the whole tree. Errors: kNotFound, with
  // the metric and those there are, at the column of the text that was read; kInvalidArgument (a formula
  // without nodes, or with more than kMaxFormulaNodes); kLimit (more than kMaxFormulaSteps). O(parts); with
  // an aggregate that the tree's memo() does not have O(contexts): 25 ns each, or less, and what its query
  // takes.
  // `shown`: the metric that `self` and `incl` alone are of in the formula itself; in those it names, the
  // first.
  [[nodiscard]] static Result<BoundFormula> Bind(const Cct& tree, std::span<const DerivedMetric> metrics,
                                                 size_t index, MetricIndex shown = 0);
  // The same of a metric that stands alone.
  [[nodiscard]] static Result<BoundFormula> Bind(const Cct& tree, const DerivedMetric& metric) {
    return Bind(tree, {&metric, 1}, 0);
  }

  // Values in displayed units (stored / scale). Division by zero gives a NaN, which no condition is true for.
  [[nodiscard]] double Self(ContextId context) const { return ValueIn(context, true); }
  [[nodiscard]] double Inclusive(ContextId context) const { return ValueIn(context, false); }
  // Whether it has a statistic over members or an aggregate, which are of one context.
  [[nodiscard]] bool IsOfOneContext() const;
  // A metric that is measured as its values are; nothing where these have no unit, or one of their own.
  [[nodiscard]] std::optional<MetricIndex> MeasuredAs() const;
  // The metric in whose unit people read its values: that, or a cost divided by a count ("a call"), and again
  // multiplied by that count.
  [[nodiscard]] std::optional<MetricIndex> ReadAs() const;
  // Of any values, one per metric of the tree: rows of tables. total(x) stays that of the tree.
  [[nodiscard]] double Evaluate(std::span<const uint64_t> self, std::span<const uint64_t> inclusive,
                                bool as_self) const;
  // The same of row `row` of columns, one a metric.
  [[nodiscard]] double EvaluateRow(std::span<const std::vector<uint64_t>> self,
                                   std::span<const std::vector<uint64_t>> inclusive, size_t row,
                                   bool as_self) const;
  // Self() or Inclusive() of every context of a run, into `out` of the same length; many times faster a
  // context. `scratch` is kept between calls.
  void EvaluateRun(ContextRange run, bool as_self, std::span<double> out, std::vector<double>& scratch) const;

 private:
  // Of a metric, and of a count that it is divided by.
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
    ColumnMemo::Column column;  // of an aggregate
    bool has_unit_of_metric = false;
    std::optional<Unit> of_derived;  // of an aggregate of a derived metric
  };
  // `by_counts`: also of what is divided and multiplied by counts.
  [[nodiscard]] std::optional<Unit> UnitOf(bool by_counts) const;
  [[nodiscard]] static Step StepOfMetric(const Cct& tree, MetricIndex metric, FormulaNode::Which which,
                                         const FormulaNode& node, bool of_root);
  // In stored units but for the number of members.
  [[nodiscard]] static double StatisticOf(const Cct& tree, ContextId context, CostKind kind,
                                          const Step& step);
  [[nodiscard]] double ValueIn(ContextId context, bool as_self) const;
  template <typename ValueOf>
  [[nodiscard]] double Run(ValueOf value_of) const;
  // `sum_of`: of a metric, whether of itself or inclusive.
  template <typename SumOf>
  [[nodiscard]] double RunOnSums(bool as_self, SumOf sum_of) const;
  // A metric's values of a run.
  void LoadRun(const Step& step, ContextRange run, bool as_self, double* to) const;

  const Cct* tree_ = nullptr;
  std::vector<Step> steps_;
};

// The aggregate of a node, for every context, in stored units; `named` is what its metric stands for, among
// `metrics`. From the tree's memo() or into it. Linear in the contexts. The synthetic root is no relative;
// counts and sums of none are 0, other aggregates NaN. Nothing it names has relatives itself, so that no
// chain of definitions multiplies. Errors: that, and as SelectContexts for its query.
[[nodiscard]] Result<ColumnMemo::Column> AggregateColumn(const Cct& tree,
                                                         std::span<const DerivedMetric> metrics,
                                                         const FormulaNode& node, NamedMetric named,
                                                         MetricIndex shown);

}  // namespace ringscope
