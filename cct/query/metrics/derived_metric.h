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

// A metric computed from others: "misses / accesses", "bytes / calls", with numbers, parentheses and the
// operators '+', '-', '*' and '/'.
//
// Names with other characters than letters, digits, '_', '.' and '@' are quoted: `'cpu time' / samples`. A
// bare name is the inclusive value in an inclusive column and the self value in a self column; self(x),
// incl(x) and total(x) say which. A name may be that of a derived metric, too, see BoundFormula
// (bound_formula.h). Bare `self` and `incl` are of the shown metric in queries, else of the first one.
//
// Statistics, for trees with members: min(x), max(x), mean(x) and stddev(x) over the members; members(x) is
// the number of members that have the context, imbalance(x) is max(x) - mean(x), cv(x) is stddev(x) /
// mean(x); median(x) and p95(x) are quantiles that the tree was aggregated with. If x is the name of members
// ("rank"), it stands for the first metric. Aggregates are over the values of a context's relatives:
// `max(self in children)`, `count(below where fn:lock)`; in them a bare name is the self value. Statistics
// and aggregates exist for single contexts; table rows that add up several contexts have none.
struct FormulaNode {
  enum class Op : uint8_t { kNumber, kValue, kAdd, kSubtract, kMultiply, kDivide, kNegate };
  enum class Which : uint8_t { kAsAsked, kSelf, kInclusive, kTotal };
  enum class Statistic : uint8_t { kNone, kMin, kMax, kMean, kStddev, kMembers, kQuantile, kReceiverTypes };
  Op op = Op::kNumber;
  uint32_t first = 0, second = 0;  // operands, before this node
  double number = 0;               // kNumber; for kQuantile the MemberQuantile
  std::string metric;              // kValue
  Which which = Which::kAsAsked;
  Statistic statistic = Statistic::kNone;
  std::optional<RelativesAggregate> aggregate;  // kValue: aggregates `metric` and `which` over relatives
  uint32_t at = 0;                              // kValue: position of the name in the text of the formula
  friend bool operator==(const FormulaNode&, const FormulaNode&) = default;
};

struct DerivedMetric {
  std::string name;
  std::string formula_text;
  std::vector<FormulaNode> nodes;  // operands first, the last is the whole
  size_t formula_begin = 0;        // position of the formula in the parsed text; ignored by ==
  // The 100 % of a bound in per cent: the metric's own total, 1, or the largest total cost of a member.
  enum class Whole : uint8_t { kTotal, kOne, kSlowestMember };
  Whole whole = Whole::kTotal;
  friend bool operator==(const DerivedMetric& a, const DerivedMetric& b) {
    return a.name == b.name && a.formula_text == b.formula_text && a.nodes == b.nodes;
  }
};

inline constexpr size_t kMaxFormulaNodes = 100;
// Parts of a formula together with all derived metrics that it needs, directly or not.
inline constexpr size_t kMaxFormulaSteps = 400;
inline constexpr size_t kMaxFormulaBytes = 4096;

// Reads `NAME = FORMULA`; a name that contains '=' is quoted in ''. Errors: kMalformed with `column`, kLimit.
[[nodiscard]] Result<DerivedMetric> ParseDerivedMetric(std::string_view text);
// The derived metrics that every tree with members has: quantiles, members, mean, min, max, stddev, cv and
// imbalance of its first metric, except names that its own metrics have. Empty for other trees.
[[nodiscard]] std::vector<DerivedMetric> MemberMetrics(const Cct& tree);
// The derived metric of every tree with types: the number of types of objects that a context is called on.
[[nodiscard]] std::vector<DerivedMetric> TypeMetrics(const Cct& tree);
// The derived metrics that every tree which counts calls has of its first other metric: `cost a call`, and
// `payoff`, the cost that a context would save if each of its calls cost as much as one in the cheapest
// context of its function. Empty if a metric of the tree has such a name.
[[nodiscard]] std::vector<DerivedMetric> PayoffMetrics(const Cct& tree);
// Whether the formula contains a statistic over members or an aggregate.
[[nodiscard]] bool IsOfOneContext(const DerivedMetric& metric);
// The text that ParseDerivedMetric() reads back as the same metric.
[[nodiscard]] std::string FormatDerivedMetric(const DerivedMetric& metric);

}  // namespace ringscope
