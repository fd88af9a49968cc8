#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cct/base/result.h"
#include "cct/cct.h"

namespace ringscope {

// A metric computed from others: "misses / accesses", "bytes / calls". Names with other characters than
// letters, digits, '_' and '.' are quoted: `'cpu time' / samples`. A bare name is the inclusive value in an
// inclusive column and the self value in a self column; self(x), incl(x) and total(x) say which. Operators +
// - * / and parentheses, numbers.
struct FormulaNode {
  enum class Op : uint8_t { kNumber, kValue, kAdd, kSubtract, kMultiply, kDivide, kNegate };
  enum class Which : uint8_t { kAsAsked, kSelf, kInclusive, kTotal };
  Op op = Op::kNumber;
  uint32_t first = 0, second = 0;  // operands, before this node
  double number = 0;
  std::string metric;  // kValue
  Which which = Which::kAsAsked;
  friend bool operator==(const FormulaNode&, const FormulaNode&) = default;
};

struct DerivedMetric {
  std::string name;
  std::string formula_text;
  std::vector<FormulaNode> nodes;  // operands first, the last is the whole
  friend bool operator==(const DerivedMetric&, const DerivedMetric&) = default;
};

inline constexpr size_t kMaxFormulaNodes = 100;
inline constexpr size_t kMaxFormulaBytes = 4096;

// `NAME = FORMULA`; a name with '=' in it stands in ''. Errors: kMalformed with `column`, kLimit.
[[nodiscard]] Result<DerivedMetric> ParseDerivedMetric(std::string_view text);
// Parsing it gives the same again.
[[nodiscard]] std::string FormatDerivedMetric(const DerivedMetric& metric);

// A derived metric bound to the metrics of one tree: evaluation needs no look-up by name. The tree must
// outlive it.
class BoundFormula {
 public:
  // Errors: kNotFound, naming the metric and listing those there are; kInvalidArgument (a formula without
  // nodes, or with more than kMaxFormulaNodes).
  [[nodiscard]] static Result<BoundFormula> Bind(const Cct& tree, const DerivedMetric& metric);

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
  template <typename ValueOf>
  [[nodiscard]] double Run(ValueOf value_of) const;
  // A metric's values of a run.
  void LoadRun(const Step& step, ContextRange run, bool as_self, double* to) const;

  const Cct* tree_ = nullptr;
  std::vector<Step> steps_;
};

}  // namespace ringscope
