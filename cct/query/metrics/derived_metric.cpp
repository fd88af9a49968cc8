#include "cct/query/metrics/derived_metric.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "cct/base/text/ascii.h"
#include "cct/query/language/query_lexer.h"
#include "cct/query/metrics/metric_lookup.h"

namespace ringscope {
namespace {

using Op = FormulaNode::Op;
using Which = FormulaNode::Which;
using Statistic = FormulaNode::Statistic;

// A word before the '(' of a metric's name, and the value that it stands for. If it stands for two values,
// `op` combines `statistic` and `second`.
struct FormulaFunction {
  std::string_view name;
  Which which = Which::kAsAsked;
  Statistic statistic = Statistic::kNone;
  Statistic second = Statistic::kNone;
  Op op = Op::kValue;
  double number = 0;  // FormulaNode::number
};
constexpr std::array<FormulaFunction, 10> kFunctions{{
    {"self", Which::kSelf},
    {"incl", Which::kInclusive},
    {"total", Which::kTotal},
    {"min", Which::kAsAsked, Statistic::kMin},
    {"max", Which::kAsAsked, Statistic::kMax},
    {"mean", Which::kAsAsked, Statistic::kMean},
    {"stddev", Which::kAsAsked, Statistic::kStddev},
    {"members", Which::kAsAsked, Statistic::kMembers},
    {"imbalance", Which::kAsAsked, Statistic::kMax, Statistic::kMean, Op::kSubtract},
    {"cv", Which::kAsAsked, Statistic::kStddev, Statistic::kMean, Op::kDivide},
}};

constexpr std::string_view kFormulaOperandForms = "a number, a metric, '-' or a '('";

constexpr std::string_view kOperatorSigns = "+-*/";
constexpr std::array<Op, 4> kOperators{Op::kAdd, Op::kSubtract, Op::kMultiply, Op::kDivide};

int Binding(Op op) {
  if (op == Op::kAdd || op == Op::kSubtract) return 1;
  return op == Op::kMultiply || op == Op::kDivide ? 2 : 3;
}

// A shunting yard, as for queries: no recursion over user input.
class FormulaParser {
 public:
  explicit FormulaParser(std::string_view text) : text_(text) {}

  [[nodiscard]] Result<DerivedMetric> Parse() {
    DerivedMetric metric;
    SkipSpaces();
    const size_t name_begin = at_;
    if (Peek() == '\'') {
      RINGSCOPE_ASSIGN(metric.name, QuotedName());
    } else {
      const size_t equals = text_.find('=', at_);
      size_t name_end = std::min(equals, text_.size());
      at_ = name_end;
      while (name_end > name_begin && IsSpace(text_[name_end - 1])) --name_end;
      metric.name = text_.substr(name_begin, name_end - name_begin);
    }
    if (metric.name.empty()) return FailExpected(name_begin, "the name of the new metric");
    SkipSpaces();
    if (Peek() != '=') return FailExpected(at_, "a '=' after the name of the new metric");
    ++at_;
    SkipSpaces();
    metric.formula_begin = formula_begin_ = at_;
    RINGSCOPE_TRY(ParseFormula());
    size_t formula_end = text_.size();
    while (formula_end > formula_begin_ && IsSpace(text_[formula_end - 1])) --formula_end;
    metric.formula_text = text_.substr(formula_begin_, formula_end - formula_begin_);
    metric.nodes = std::move(nodes_);
    return metric;
  }

 private:
  struct Operator {
    Op op = Op::kAdd;
    bool is_open = false;
    size_t begin = 0;
  };

  [[nodiscard]] Result<void> ParseFormula() {
    bool awaits_operand = true;
    while (true) {
      SkipSpaces();
      const size_t begin = at_;
      const char c = Peek();
      if (awaits_operand) {
        if (at_ < text_.size() && (c == '(' || c == '-')) {
          operators_.push_back({Op::kNegate, c == '(', begin});
          ++at_;
          continue;
        }
        RINGSCOPE_TRY(Operand());
        RINGSCOPE_TRY(ApplyWhileBinding(3));
        awaits_operand = false;
        continue;
      }
      if (at_ >= text_.size()) break;
      if (c == ')') {
        RINGSCOPE_TRY(ApplyWhileBinding(0));
        if (operators_.empty()) return FailExpected(begin, "a '(' before it");
        operators_.pop_back();
        RINGSCOPE_TRY(ApplyWhileBinding(3));
        ++at_;
        continue;
      }
      const size_t sign = kOperatorSigns.find(c);
      if (sign == std::string_view::npos) return FailExpected(begin, "one of + - * /");
      const Op op = kOperators[sign];
      RINGSCOPE_TRY(ApplyWhileBinding(Binding(op)));
      operators_.push_back({op, false, begin});
      awaits_operand = true;
      ++at_;
    }
    RINGSCOPE_TRY(ApplyWhileBinding(0));
    if (!operators_.empty()) {
      return FailExpected(text_.size(),
                          fmt::format("a ')' for the '(' at column {}", operators_.back().begin + 1));
    }
    return {};
  }

  [[nodiscard]] Result<void> Operand() {
    const size_t begin = at_;
    const char c = Peek();
    FormulaNode node;
    if (IsDigit(c) || (c == '.' && at_ + 1 < text_.size() && IsDigit(text_[at_ + 1]))) {
      const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), node.number);
      if (error != std::errc{}) return FailExpected(begin, "a number that is not too large");
      at_ = static_cast<size_t>(end - text_.data());
      if (at_ < text_.size() && IsMetricNameByte(text_[at_])) {
        return FailExpected(begin, "a number (the name of a metric that begins with a digit stands in '')");
      }
      return Append(std::move(node), begin);
    }
    node.op = Op::kValue;
    node.at = static_cast<uint32_t>(begin - formula_begin_);
    if (c == '\'') {
      RINGSCOPE_ASSIGN(node.metric, QuotedName());
      return Append(std::move(node), begin);
    }
    RINGSCOPE_ASSIGN(auto aggregate, FindAggregateCall(text_, at_));
    if (aggregate) {
      node.aggregate = std::move(aggregate->what);
      node.metric = std::move(aggregate->metric);
      node.which = aggregate->is_inclusive ? Which::kInclusive : Which::kSelf;
      at_ = aggregate->end;
      return Append(std::move(node), begin);
    }
    node.metric = BareName();
    if (node.metric.empty()) return FailExpected(begin, kFormulaOperandForms);
    SkipSpaces();
    if (node.metric == "self" || node.metric == "incl") {
      node.which = node.metric == "self" ? Which::kSelf : Which::kInclusive;
    }
    if (Peek() == '(') {
      RINGSCOPE_ASSIGN(const FormulaFunction function, FunctionOf(node.metric, begin));
      node.which = function.which;
      node.statistic = function.statistic;
      node.number = function.number;
      ++at_;
      SkipSpaces();
      const size_t name_begin = at_;
      node.at = static_cast<uint32_t>(name_begin - formula_begin_);
      RINGSCOPE_ASSIGN(node.metric, Peek() == '\'' ? QuotedName() : BareName());
      if (node.metric.empty()) return FailExpected(name_begin, "the name of a metric");
      SkipSpaces();
      if (Peek() != ')') return FailExpected(at_, "a ')' after the metric's name");
      ++at_;
      if (function.op != Op::kValue) return AppendBoth(node, function, begin);
    }
    return Append(std::move(node), begin);
  }

  [[nodiscard]] Result<FormulaFunction> FunctionOf(std::string_view name, size_t begin) const {
    for (const FormulaFunction& function : kFunctions) {
      if (function.name == name) return function;
    }
    if (const std::optional<MemberQuantile> quantile = QuantileOfName(name))
      return FormulaFunction{
          .name = name, .statistic = Statistic::kQuantile, .number = static_cast<double>(*quantile)};
    return FailExpected(
        begin,
        "self, incl, total, min, max, mean, stddev, cv, imbalance, members, median or p95 before a '('");
  }

  // Appends two values of a metric and the operation on them.
  [[nodiscard]] Result<void> AppendBoth(FormulaNode node, const FormulaFunction& function, size_t begin) {
    RINGSCOPE_TRY(Append(node, begin));
    node.statistic = function.second;
    RINGSCOPE_TRY(Append(std::move(node), begin));
    return ApplyToOperands(function.op, begin);
  }

  [[nodiscard]] std::string BareName() {
    const size_t begin = at_;
    while (at_ < text_.size() && IsMetricNameByte(text_[at_])) ++at_;
    return std::string(text_.substr(begin, at_ - begin));
  }

  [[nodiscard]] Result<std::string> QuotedName() {
    auto name = TakeQuotedName(text_, at_);
    if (!name) return FailExpected(text_.size(), "a closing ' of the metric's name");
    return *std::move(name);
  }

  [[nodiscard]] Result<void> ApplyWhileBinding(int binding) {
    while (!operators_.empty() && !operators_.back().is_open && Binding(operators_.back().op) >= binding) {
      const Operator op = operators_.back();
      operators_.pop_back();
      RINGSCOPE_TRY(ApplyToOperands(op.op, op.begin));
    }
    return {};
  }

  [[nodiscard]] Result<void> ApplyToOperands(Op op, size_t begin) {
    FormulaNode node;
    node.op = op;
    if (op != Op::kNegate) {
      node.second = operands_.back();
      operands_.pop_back();
    }
    node.first = operands_.back();
    operands_.pop_back();
    return Append(std::move(node), begin);
  }

  [[nodiscard]] Result<void> Append(FormulaNode node, size_t begin) {
    if (nodes_.size() == kMaxFormulaNodes) {
      return FailAtColumn(ErrorCode::kLimit, begin + 1, "expected at most {} numbers, metrics and operators",
                          kMaxFormulaNodes);
    }
    nodes_.push_back(std::move(node));
    operands_.push_back(static_cast<uint32_t>(nodes_.size() - 1));
    return {};
  }

  void SkipSpaces() {
    while (at_ < text_.size() && IsSpace(text_[at_])) ++at_;
  }
  [[nodiscard]] char Peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  [[nodiscard]] tl::unexpected<Error> FailExpected(size_t position, std::string_view what) const {
    const std::string found =
        position < text_.size() ? fmt::format("'{}'", text_.substr(position, 1)) : "the end";
    return FailAtColumn(ErrorCode::kMalformed, position + 1, "expected {}, found {}", what, found);
  }

  std::string_view text_;
  size_t at_ = 0;
  size_t formula_begin_ = 0;
  std::vector<FormulaNode> nodes_;
  std::vector<uint32_t> operands_;
  std::vector<Operator> operators_;
};

}  // namespace

Result<DerivedMetric> ParseDerivedMetric(std::string_view text) {
  if (text.size() > kMaxFormulaBytes) {
    return FailAtColumn(ErrorCode::kLimit, kMaxFormulaBytes + 1, "expected a formula of at most {} bytes",
                        kMaxFormulaBytes);
  }
  return FormulaParser(text).Parse();
}

std::vector<DerivedMetric> MemberMetrics(const Cct& tree) {
  std::vector<DerivedMetric> metrics;
  if (tree.members().empty()) return metrics;
  const std::string measured = QuotedMetricName(tree.metrics()[0].name);
  std::vector<std::string> names;
  for (const std::string_view word : kStatisticWords)
    if (!QuantileOfName(word)) names.emplace_back(word);
  for (const MemberQuantile quantile : tree.members().quantiles) names.push_back(QuantileName(quantile));
  for (const std::string& name : names) {
    Result<DerivedMetric> metric = ParseDerivedMetric(fmt::format("{} = {}({})", name, name, measured));
    if (!metric || FindMetricByName(tree, name)) continue;
    if (name == "cv") metric->whole = DerivedMetric::Whole::kOne;
    if (name == "imbalance") metric->whole = DerivedMetric::Whole::kSlowestMember;
    metrics.push_back(*std::move(metric));
  }
  return metrics;
}

std::vector<DerivedMetric> TypeMetrics(const Cct& tree) {
  constexpr std::string_view kName = "receiver types";
  if (tree.types().empty() || FindMetricByName(tree, kName)) return {};
  DerivedMetric metric{.name = std::string(kName), .formula_text = std::string(kName)};
  metric.nodes.push_back({.op = Op::kValue, .statistic = Statistic::kReceiverTypes});
  return {std::move(metric)};
}

std::vector<DerivedMetric> PayoffMetrics(const Cct& tree) {
  const std::optional<MetricIndex> calls = FindCallsMetric(tree);
  if (!calls || tree.metric_count() < 2) return {};
  const std::string cost = QuotedMetricName(tree.metrics()[*calls == 0 ? 1 : 0].name);
  const std::string count = QuotedMetricName(tree.metrics()[*calls].name);
  std::vector<DerivedMetric> metrics;
  for (const std::string& text :
       {fmt::format("cost a call = self({}) / self({})", cost, count),
        fmt::format("payoff = self({0}) - self({1}) * min('cost a call' in same where self({0})>0)", cost,
                    count)}) {
    Result<DerivedMetric> metric = ParseDerivedMetric(text);
    if (!metric || FindMetricByName(tree, metric->name)) return {};
    metrics.push_back(*std::move(metric));
  }
  return metrics;
}

bool IsOfOneContext(const DerivedMetric& metric) {
  return std::any_of(metric.nodes.begin(), metric.nodes.end(), [](const FormulaNode& node) {
    return node.aggregate.has_value() || node.statistic != Statistic::kNone;
  });
}

std::string FormatDerivedMetric(const DerivedMetric& metric) {
  const bool is_plain = !metric.name.empty() && !IsSpace(metric.name.front()) &&
                        !IsSpace(metric.name.back()) && metric.name.front() != '\'' &&
                        metric.name.find('=') == std::string::npos;
  return (is_plain ? metric.name : QuotedMetricName(metric.name)) + " = " + metric.formula_text;
}

}  // namespace ringscope
