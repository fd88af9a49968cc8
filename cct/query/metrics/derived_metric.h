#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cct/base/result.h"
#include "cct/tree/cct.h"

namespace ringscope {

// A metric computed from others: "misses / accesses", "bytes / calls". Names with other characters than
// letters, digits, '_', '.' and '@' are quoted: `'cpu time' / samples`. A bare name is the inclusive value in an
// inclusive column and the self value in a self column; self(x), incl(x) and total(x) say which. Operators +
// - * / and parentheses, numbers. A name may be that of a derived metric too, see BoundFormula::Bind.
struct FormulaNode {
  enum class Op : uint8_t { kNumber, kValue, kAdd, kSubtract, kMultiply, kDivide, kNegate };
  enum class Which : uint8_t { kAsAsked, kSelf, kInclusive, kTotal };
  Op op = Op::kNumber;
  uint32_t first = 0, second = 0;  // operands, before this node
  double number = 0;
  std::string metric;  // kValue
  Which which = Which::kAsAsked;
  uint32_t at = 0;  // kValue: where the name stands in the text of the formula
  friend bool operator==(const FormulaNode&, const FormulaNode&) = default;
};

struct DerivedMetric {
  std::string name;
  std::string formula_text;
  std::vector<FormulaNode> nodes;  // operands first, the last is the whole
  size_t formula_begin = 0;        // where the formula began in the text that was read; no part of what it is
  friend bool operator==(const DerivedMetric& a, const DerivedMetric& b) {
    return a.name == b.name && a.formula_text == b.formula_text && a.nodes == b.nodes;
  }
};

inline constexpr size_t kMaxFormulaNodes = 100;
// Of a formula and of all the derived metrics that it names, those that these name, and so on.
inline constexpr size_t kMaxFormulaSteps = 400;
inline constexpr size_t kMaxFormulaBytes = 4096;

// `NAME = FORMULA`; a name with '=' in it stands in ''. Errors: kMalformed with `column`, kLimit.
[[nodiscard]] Result<DerivedMetric> ParseDerivedMetric(std::string_view text);
// Parsing it gives the same again.
[[nodiscard]] std::string FormatDerivedMetric(const DerivedMetric& metric);

// A derived metric bound to the metrics of one tree: evaluation needs no look-up by name. The tree must
// outlive it.
class BoundFormula {
 public:
  // Binds metrics[index]. A name in a formula is that of a metric of the profile, or of a derived metric
  // before the one that it defines (so nothing goes round); what has exactly this name goes before what
  // differs in case, and the profile's before a derived one. Of a derived metric self(x) and incl(x) are what
  // x is as self and as inclusive value, and total(x) what it is for the whole tree. Errors: kNotFound, with
  // the metric and those there are, at the column of the text that was read; kInvalidArgument (a formula
  // without nodes, or with more than kMaxFormulaNodes); kLimit (more than kMaxFormulaSteps).
  [[nodiscard]] static Result<BoundFormula> Bind(const Cct& tree, std::span<const DerivedMetric> metrics,
                                                 size_t index);
  // The same of a metric that stands alone.
  [[nodiscard]] static Result<BoundFormula> Bind(const Cct& tree, const DerivedMetric& metric) {
    return Bind(tree, {&metric, 1}, 0);
  }

  // Values in displayed units (stored / scale). Division by zero gives a NaN, which no condition is true for.
  [[nodiscard]] double Self(ContextId context) const;
  [[nodiscard]] double Inclusive(ContextId context) const;
  // Of any values, one per metric of the tree: rows of tables. total(x) stays that of the tree.
  [[nodiscard]] double Evaluate(std::span<const uint64_t> self, std::span<const uint64_t> inclusive,
                                bool as_self) const;
  // Self() or Inclusive() of every context of a run, into `out` of the same length; many times faster a
  // context. `scratch` is kept between calls.
  void EvaluateRun(ContextRange run, bool as_self, std::span<double> out, std::vector<double>& scratch) const;

 private:
  struct Step {
    FormulaNode::Op op = FormulaNode::Op::kNumber;
    FormulaNode::Which which = FormulaNode::Which::kAsAsked;
    MetricIndex metric = 0;
    uint32_t first = 0, second = 0;
    double number = 0;
    double scale = 1;
  };
  [[nodiscard]] static Step StepOfMetric(const Cct& tree, MetricIndex metric, FormulaNode::Which which,
                                         bool of_root);
  template <typename ValueOf>
  [[nodiscard]] double Run(ValueOf value_of) const;
  // A metric's values of a run.
  void LoadRun(const Step& step, ContextRange run, bool as_self, double* to) const;

  const Cct* tree_ = nullptr;
  std::vector<Step> steps_;
};

}  // namespace ringscope
