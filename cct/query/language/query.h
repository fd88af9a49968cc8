#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cct/base/result.h"
#include "cct/base/text/enum_words.h"
#include "cct/tree/metric_sides.h"

namespace ringscope {

// The language that selects contexts: words, fields, conditions and structure (docs/query.md).

// The text of a context that a query compares. kThread: the name of the thread or process in which a context
// runs. From kReceiver on: the types of the objects in a context's calls.
enum class QueryField : uint8_t {
  kName,
  kModule,
  kFile,
  kPackage,
  kClass,
  kThread,
  kKind,
  kReceiver,
  kReturns,
  kArgument
};
[[nodiscard]] constexpr bool IsOfTypes(QueryField field) { return field >= QueryField::kReceiver; }
inline constexpr auto kFieldWords = WordsInOrder<QueryField, 10>(
    "fn:, mod:, file:, pkg:, class:, thread:, kind:, receiver:, returns:, argument:");
// How a text is compared: as a substring with smart case (never empty), as the whole text byte by byte, or as
// an RE2 expression that matches anywhere, with smart case too.
enum class TextMatch : uint8_t { kContains, kExact, kRegex };
// The number in a condition. kExecutions: in how many executions the context costs something. kDelta,
// kSelfDelta: after - before in a comparison; kBefore, kAfter: the inclusive value of a side. kTypes: the
// number of types of the objects that a context is called on.
enum class QueryValue : uint8_t {
  kSelf,
  kInclusive,
  kCalls,
  kLayer,
  kExecutions,
  kTypes,
  kDelta,
  kSelfDelta,
  kBefore,
  kAfter
};
inline constexpr auto kValueWords = WordsInOrder<QueryValue, 10>(
    "self, incl, calls, layer, executions, types, delta, self-delta, before, after");
// Statistics over members, with which a condition may begin: `cv>20%`, `max(rank)/mean(rank)>1.5`. The
// formula becomes the metric of an `incl` condition.
inline constexpr std::array<std::string_view, 8> kStatisticWords{"members", "mean", "min",       "max",
                                                                 "stddev",  "cv",   "imbalance", "median"};
// Aggregates of the values of a context's relatives: `max(self in children)`, `count(below where fn:lock)`.
// kSiblings is without the context itself, kPath is kAbove with it, kSame are all contexts of its function.
enum class AggregateFunction : uint8_t { kCount, kSum, kMin, kMax, kMean };
inline constexpr auto kAggregateWords = WordsInOrder<AggregateFunction, 5>("count, sum, min, max, mean");
enum class Relatives : uint8_t { kChildren, kBelow, kAbove, kPath, kSiblings, kSame };
inline constexpr auto kRelativesWords =
    WordsInOrder<Relatives, 6>("children, below, above, path, siblings, same");
struct RelativesAggregate {
  AggregateFunction function = AggregateFunction::kCount;
  Relatives relatives = Relatives::kChildren;
  std::string where;  // a query that the relatives have to fulfil; empty: all count
  friend bool operator==(const RelativesAggregate&, const RelativesAggregate&) = default;
};

// Whether the value is an integer without unit and metric.
[[nodiscard]] constexpr bool IsPlainNumber(QueryValue value) {
  return value == QueryValue::kLayer || value == QueryValue::kExecutions || value == QueryValue::kTypes;
}
[[nodiscard]] constexpr bool IsOfSides(QueryValue value) { return value >= QueryValue::kDelta; }
enum class Comparison : uint8_t { kLess, kLessOrEqual, kEqual, kNotEqual, kGreaterOrEqual, kGreater };
inline constexpr EnumWords<Comparison, 7> kComparisonWords{{{"<", Comparison::kLess},
                                                            {"<=", Comparison::kLessOrEqual},
                                                            {"=", Comparison::kEqual},
                                                            {"==", Comparison::kEqual},
                                                            {"!=", Comparison::kNotEqual},
                                                            {">=", Comparison::kGreaterOrEqual},
                                                            {">", Comparison::kGreater}}};
// The unit of a condition's bound: the metric's, or a share of the whole tree (%) or the view root (%%).
enum class BoundKind : uint8_t { kAbsolute, kShareOfTotal, kShareOfViewRoot };

enum class QueryOp : uint8_t {
  kAll,        // every context: `*`
  kText,       // field, match, text; for fields of types also comparison and bound
  kCondition,  // value, metric, comparison, bound
  kUnder,      // has an ancestor in the first operand
  kOver,       // has a descendant in the first operand
  kParent,     // its caller is in the first operand
  kChild,      // a callee is in the first operand
  kRoot,       // its caller is the synthetic root
  kLeaf,       // has no callees
  kRecursive,  // its function also occurs among its callers
  // Its function's source differs between the sides of a comparison. If no source is known: its name contains
  // the word.
  kChanged,
  // Differs in this way between the sides of a comparison. In other trees: its name contains the word.
  kDifference,
  kAnd,
  kOr,
  kNot,
};
inline constexpr EnumWords<QueryOp, 4> kStructureWords{{{"under:", QueryOp::kUnder},
                                                        {"over:", QueryOp::kOver},
                                                        {"parent:", QueryOp::kParent},
                                                        {"child:", QueryOp::kChild}}};
inline constexpr EnumWords<QueryOp, 5> kOperandWords{{{"*", QueryOp::kAll},
                                                      {"root", QueryOp::kRoot},
                                                      {"leaf", QueryOp::kLeaf},
                                                      {"recursive", QueryOp::kRecursive},
                                                      {"changed", QueryOp::kChanged}}};

inline constexpr EnumWords<DifferenceKind, 5> kDifferenceWords{{{"slower", DifferenceKind::kMore},
                                                                {"faster", DifferenceKind::kLess},
                                                                {"new", DifferenceKind::kNew},
                                                                {"gone", DifferenceKind::kGone},
                                                                {"noise", DifferenceKind::kWithinNoise}}};

// One operation; its operands come before it.
struct QueryNode {
  QueryOp op = QueryOp::kAll;
  uint32_t first = 0;   // index of the first operand
  uint32_t second = 0;  // kAnd, kOr: index of the second operand

  // kText. With `is_share`, for fields of types, the share of calls (%) with such an object is compared with
  // the bound; else one call is enough.
  QueryField field = QueryField::kName;
  TextMatch match = TextMatch::kContains;
  std::string text;
  bool is_share = false;

  DifferenceKind difference = DifferenceKind::kWithinNoise;  // kDifference

  // kCondition
  QueryValue value = QueryValue::kSelf;
  // Name of a metric: for kSelf and kInclusive also of a derived one, for values of sides that of the
  // compared metric; empty: the metric of the view.
  std::string metric;
  Comparison comparison = Comparison::kLess;
  long double bound = 0;  // the number as written; integers are exact over the range of values
  BoundKind bound_kind = BoundKind::kAbsolute;
  std::string unit;  // kAbsolute: "MB", "ms", "k"; empty: the metric's displayed unit

  friend bool operator==(const QueryNode&, const QueryNode&) = default;
};

// A parsed query, plain data. Operands precede their operators; the last operation is the whole query; each
// other one is the operand of exactly one. An empty query selects nothing.
struct Query {
  std::vector<QueryNode> nodes;
  [[nodiscard]] bool empty() const { return nodes.empty(); }
  friend bool operator==(const Query&, const Query&) = default;
};
inline constexpr size_t kMaxQueryNodes = 1000;
inline constexpr size_t kMaxQueryBytes = 64 * 1024;

// Blank text is the empty query. Also compiles regular expressions to check them; time and memory are else
// linear in the text. Errors: kMalformed with `column` (1-based byte of `text`) and what was expected there,
// kLimit for more than kMaxQueryBytes or kMaxQueryNodes.
[[nodiscard]] Result<Query> ParseQuery(std::string_view text);

// The canonical text, one line: ParseQuery(FormatQuery(q)) == q for every result q of ParseQuery().
[[nodiscard]] std::string FormatQuery(const Query& query);

// A query that matches exactly `text` in `field`: `fn:"operator()"`, with quotes, backslashes and control
// characters escaped.
[[nodiscard]] std::string ExactQueryText(QueryField field, std::string_view text);
// The name of a metric for conditions and formulas: `'cpu time'`, with quotes and backslashes escaped.
[[nodiscard]] std::string QuotedMetricName(std::string_view name);

// Whether the answer for a context depends on its frame alone, so that a mask of frames is the whole answer.
[[nodiscard]] bool IsFrameQuery(const Query& query);

// Whether the selected contexts change with the metric of the view, and with the view root.
[[nodiscard]] bool DependsOnMetric(const Query& query);
[[nodiscard]] bool DependsOnViewRoot(const Query& query);

[[nodiscard]] constexpr bool IsBinary(QueryOp op) { return op == QueryOp::kAnd || op == QueryOp::kOr; }
[[nodiscard]] constexpr bool IsUnary(QueryOp op) {
  return op == QueryOp::kUnder || op == QueryOp::kOver || op == QueryOp::kParent || op == QueryOp::kChild ||
         op == QueryOp::kNot;
}

// Makes words such as `new` parts of names: for trees that are no comparison, and for name filters.
[[nodiscard]] Query WithDifferencesAsNames(Query query);

// Per node, whether its answer depends on the frame alone.
[[nodiscard]] std::vector<bool> FrameNodes(const Query& query);

// The nodes from `top` down in an order that a stack machine can run: operands before operators. Nodes with
// is_operand set count as operands, and nodes below them are left out. Of two operands the one that needs
// more of the stack comes first, so the stack never holds more than about log2(nodes) sets.
[[nodiscard]] std::vector<uint32_t> EvaluationOrder(const Query& query, uint32_t top,
                                                    const std::vector<bool>& is_operand);

// The end of a pipeline step that holds a query: the first '|' at or after `begin` that is not part of a text
// of the query, else the end of `text`.
[[nodiscard]] size_t FindStepEnd(std::string_view text, size_t begin);

}  // namespace ringscope
