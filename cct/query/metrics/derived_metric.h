#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cct/base/result.h"
#include "cct/query/language/query.h"
#include "cct/tree/cct.h"

namespace ringscope {

// A metric computed from others: "misses / accesses", "bytes / calls". Names with other characters than
// letters, digits, '_', '.' and '@' are quoted: `'cpu time' / samples`. A bare name is the inclusive value in
// an inclusive column and the self value in a self column; self(x), incl(x) and total(x) say which. Operators
// +
// - * / and parentheses, numbers. A name may be that of a derived metric too, see BoundFormula
// (bound_formula.h). Of a tree with members min(x), max(x), mean(x) and stddev(x) are those over the members,
// members(x) is how many have the context, imbalance(x) is max(x) - mean(x) and cv(x) is stddev(x) / mean(x);
// median(x) and p95(x) are quantiles that the tree was aggregated with; x may also be what members are called
// ("rank"), then it is the first metric. Aggregates are values of a context's relatives:
// `max(self in children)`, `count(below where fn:lock)`; in them a bare name is the self value. Both are of
// one context: rows of tables that add up several have none. `self` and `incl` alone are of the metric that
// is shown in what a query says, else of the first one.
struct FormulaNode {
  enum class Op : uint8_t { kNumber, kValue, kAdd, kSubtract, kMultiply, kDivide, kNegate };
  enum class Which : uint8_t { kAsAsked, kSelf, kInclusive, kTotal };
  enum class Statistic : uint8_t { kNone, kMin, kMax, kMean, kStddev, kMembers, kQuantile, kReceiverTypes };
  Op op = Op::kNumber;
  uint32_t first = 0, second = 0;  // operands, before this node
  double number = 0;               // kNumber; of kQuantile the MemberQuantile
  std::string metric;              // kValue
  Which which = Which::kAsAsked;
  Statistic statistic = Statistic::kNone;
  std::optional<RelativesAggregate> aggregate;  // kValue: of `metric` and `which` in the relatives
  uint32_t at = 0;                              // kValue: where the name stands in the text of the formula
  friend bool operator==(const FormulaNode&, const FormulaNode&) = default;
};

struct DerivedMetric {
  std::string name;
  std::string formula_text;
  std::vector<FormulaNode> nodes;  // operands first, the last is the whole
  size_t formula_begin = 0;        // where the formula began in the text that was read; no part of what it is
  // What a bound in per cent is a share of: the metric's own total, 1, or the most that a member costs in
  // all.
  enum class Whole : uint8_t { kTotal, kOne, kSlowestMember };
  Whole whole = Whole::kTotal;
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
// Those that every tree with members has without being told: its quantiles, members, mean, min, max, stddev,
// cv and imbalance of its first metric, but for names that its own metrics have. None of another tree.
[[nodiscard]] std::vector<DerivedMetric> MemberMetrics(const Cct& tree);
// That of every tree with types: of how many types the objects are that a context is called on.
[[nodiscard]] std::vector<DerivedMetric> TypeMetrics(const Cct& tree);
// Those of every tree that counts calls, of its first other metric: `cost a call`, and `payoff`, which is
// what a context would save if each of its calls cost as much as one in the cheapest context of its function.
// None where the tree's own metrics have such a name.
[[nodiscard]] std::vector<DerivedMetric> PayoffMetrics(const Cct& tree);
// Whether it has a statistic over members or an aggregate.
[[nodiscard]] bool IsOfOneContext(const DerivedMetric& metric);
// Parsing it gives the same again.
[[nodiscard]] std::string FormatDerivedMetric(const DerivedMetric& metric);

}  // namespace ringscope
