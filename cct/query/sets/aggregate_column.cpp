#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cct/base/system/large_array.h"
#include "cct/base/text/enum_words.h"
#include "cct/query/metrics/value_runs.h"
#include "cct/query/sets/bound_formula.h"
#include "cct/query/sets/select.h"
#include "cct/tree/metric_sides.h"

namespace ringscope {
namespace {

using Values = LargeVector<double>;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

// Rules that join the values of relatives; kNothing is the neutral element.
struct Sum {
  static constexpr double kNothing = 0;
  static double Join(double a, double b) { return a + b; }
};
struct Least {
  static constexpr double kNothing = std::numeric_limits<double>::infinity();
  static double Join(double a, double b) { return b < a ? b : a; }
};
struct Most {
  static constexpr double kNothing = -std::numeric_limits<double>::infinity();
  static double Join(double a, double b) { return b > a ? b : a; }
};

// Replaces each value by the joined values of the children. Children come behind their caller, which has read
// their values before they are overwritten.
template <typename Rule>
void JoinChildren(const Cct& tree, Values& values) {
  for (ContextId context = 0; context < values.size(); ++context) {
    const ContextRange children = tree.ChildrenOf(context);
    double joined = Rule::kNothing;
    for (ContextId child = children.begin; child < children.end; ++child)
      joined = Rule::Join(joined, values[child]);
    values[context] = joined;
  }
}

// Replaces each context's value by the joined values of its relatives; contexts that do not count have
// kNothing. Children are behind their caller and next to each other, so each case is a pass or two.
template <typename Rule>
void JoinRelatives(const Cct& tree, Relatives relatives, Values& values) {
  const auto n = static_cast<uint32_t>(values.size());
  switch (relatives) {
    case Relatives::kChildren:
      JoinChildren<Rule>(tree, values);
      break;
    case Relatives::kBelow:
      // First includes the context itself, as its caller needs it.
      for (ContextId context = n; context-- > 0;) {
        const ContextRange children = tree.ChildrenOf(context);
        double below = Rule::kNothing;
        for (ContextId child = children.begin; child < children.end; ++child)
          below = Rule::Join(below, values[child]);
        values[context] = Rule::Join(values[context], below);
      }
      JoinChildren<Rule>(tree, values);
      break;
    case Relatives::kAbove:
    case Relatives::kPath:
      for (ContextId context = 0; context < n; ++context) {
        const ContextRange children = tree.ChildrenOf(context);
        for (ContextId child = children.begin; child < children.end; ++child)
          values[child] = Rule::Join(values[context], values[child]);
      }
      if (relatives == Relatives::kPath) break;
      // The contexts above a context are its caller's path.
      for (ContextId context = n; context-- > 0;) {
        const ContextRange children = tree.ChildrenOf(context);
        std::fill(values.begin() + children.begin, values.begin() + children.end, values[context]);
      }
      values[kRootContext] = Rule::kNothing;
      break;
    case Relatives::kSiblings: {
      // Joins the siblings before and those behind: subtracting from the sum of all would round.
      std::vector<double> own;
      for (ContextId context = 0; context < n; ++context) {
        const ContextRange children = tree.ChildrenOf(context);
        own.assign(values.begin() + children.begin, values.begin() + children.end);
        double before = Rule::kNothing, behind = Rule::kNothing;
        for (size_t k = 0; k < own.size(); ++k) {
          values[children.begin + k] = before;
          before = Rule::Join(before, own[k]);
        }
        for (size_t k = own.size(); k-- > 0;) {
          values[children.begin + k] = Rule::Join(values[children.begin + k], behind);
          behind = Rule::Join(behind, own[k]);
        }
      }
      values[kRootContext] = Rule::kNothing;
      break;
    }
    case Relatives::kSame: {
      const FunctionIndex functions(tree.frames());
      std::vector<double> of_function(functions.function_count() + size_t{1}, Rule::kNothing);
      const auto place = [&](ContextId context) -> double& {
        return of_function[std::min<size_t>(functions.FunctionOf(tree.FrameOf(context)),
                                            functions.function_count())];
      };
      for (ContextId context = 1; context < n; ++context)
        place(context) = Rule::Join(place(context), values[context]);
      for (ContextId context = 1; context < n; ++context) values[context] = place(context);
      break;
    }
  }
}

// Sets values that do not count to `nothing`: of the synthetic root, of contexts outside `where`, and NaN.
void LeaveOut(const ContextSet* where, double nothing, Values& values) {
  values[kRootContext] = nothing;
  for (ContextId context = 1; context < values.size(); ++context)
    if ((where != nullptr && !where->contains(context)) || std::isnan(values[context]))
      values[context] = nothing;
}

template <typename Rule>
Values JoinValues(const Cct& tree, Relatives relatives, const ContextSet* where, Values values) {
  LeaveOut(where, Rule::kNothing, values);
  JoinRelatives<Rule>(tree, relatives, values);
  if (Rule::kNothing != 0)
    for (double& value : values)
      if (std::isinf(value)) value = kNone;
  return values;
}

Values Count(const Cct& tree, Relatives relatives, const ContextSet* where, Values values) {
  for (double& value : values)
    if (!std::isnan(value)) value = 1;
  return JoinValues<Sum>(tree, relatives, where, std::move(values));
}

Values Join(const Cct& tree, const RelativesAggregate& what, const ContextSet* where, Values values) {
  switch (what.function) {
    case AggregateFunction::kCount:
      return Count(tree, what.relatives, where, std::move(values));
    case AggregateFunction::kSum:
      return JoinValues<Sum>(tree, what.relatives, where, std::move(values));
    case AggregateFunction::kMin:
      return JoinValues<Least>(tree, what.relatives, where, std::move(values));
    case AggregateFunction::kMax:
      return JoinValues<Most>(tree, what.relatives, where, std::move(values));
    case AggregateFunction::kMean: {
      const Values counts = Count(tree, what.relatives, where, values);
      Values joined = JoinValues<Sum>(tree, what.relatives, where, std::move(values));
      for (size_t i = 0; i < joined.size(); ++i) joined[i] = counts[i] == 0 ? kNone : joined[i] / counts[i];
      return joined;
    }
  }
  return values;
}

// The values of the node's metric: stored ones, or displayed ones of a derived metric.
Result<Values> ValuesOf(const Cct& tree, std::span<const DerivedMetric> metrics, const FormulaNode& node,
                        NamedMetric named) {
  Values values(tree.context_count());
  if (node.metric.empty()) return values;
  const bool as_self = node.which != FormulaNode::Which::kInclusive;
  std::optional<BoundFormula> formula;
  if (named.is_derived) {
    RINGSCOPE_ASSIGN(formula, BoundFormula::Bind(tree, metrics, named.index));
  }
  RINGSCOPE_TRY(ForEachContextBlock(tree.context_count(), nullptr, [&](ContextRange block) {
    const std::span<double> out = std::span(values).subspan(block.begin, block.size());
    std::vector<double> scratch;
    if (formula) return formula->EvaluateRun(block, as_self, out, scratch);
    std::vector<uint64_t> raw(block.size());
    (as_self ? SelfOfRun : InclusiveOfRun)(tree, block, named.index, raw);
    std::transform(raw.begin(), raw.end(), out.begin(),
                   [](uint64_t value) { return static_cast<double>(value); });
  }));
  return values;
}

// The metrics that need no aggregates, directly or not.
std::vector<DerivedMetric> WithoutRelatives(const Cct& tree, std::span<const DerivedMetric> metrics) {
  std::vector<DerivedMetric> plain;
  std::vector<bool> has_relatives;
  for (size_t i = 0; i < metrics.size(); ++i) {
    const auto needs = [&](const FormulaNode& node) {
      if (node.aggregate) return true;
      if (node.op != FormulaNode::Op::kValue) return false;
      const auto named = FindMetricOrDerived(tree, metrics.first(i), node.metric);
      return named && named->is_derived && has_relatives[named->index];
    };
    has_relatives.push_back(std::any_of(metrics[i].nodes.begin(), metrics[i].nodes.end(), needs));
    if (!has_relatives[i]) plain.push_back(metrics[i]);
  }
  return plain;
}

tl::unexpected<Error> FailIn(const FormulaNode& node, std::string_view expected) {
  return Fail(ErrorCode::kMalformed, "in '{}(...)': expected {}",
              WordOf(kAggregateWords, node.aggregate->function), expected);
}

Result<Query> QueryOfRelatives(const Cct& tree, const FormulaNode& node) {
  RINGSCOPE_ASSIGN(Query query, ParseQuery(node.aggregate->where));
  if (DependsOnViewRoot(query)) return FailIn(node, "no share of what is shown ('%%') after 'where'");
  bool is_comparison = false;
  for (MetricIndex metric = 0; metric < tree.metric_count(); ++metric)
    is_comparison |= SidesOf(tree.metrics(), metric).has_value();
  const auto is_difference = [](const QueryNode& one) { return one.op == QueryOp::kDifference; };
  if (is_comparison && std::any_of(query.nodes.begin(), query.nodes.end(), is_difference))
    return FailIn(node, "a condition such as delta>0 after 'where' instead of a word such as 'slower'");
  return query;
}

// A key that is equal for equal aggregates: it contains all definitions that their names may stand for.
std::string KeyOf(std::span<const DerivedMetric> metrics, const FormulaNode& node, NamedMetric named,
                  MetricIndex shown) {
  std::string key =
      fmt::format("{} {} {} {} {} {} {}\n{}\n", WordOf(kAggregateWords, node.aggregate->function),
                  WordOf(kRelativesWords, node.aggregate->relatives), node.metric.empty(),
                  static_cast<int>(node.which), named.is_derived, named.index, shown, node.aggregate->where);
  if (named.is_derived || !node.aggregate->where.empty())
    for (const DerivedMetric& metric : metrics) key += FormatDerivedMetric(metric) + "\n";
  return key;
}

}  // namespace

Result<ColumnMemo::Column> AggregateColumn(const Cct& tree, std::span<const DerivedMetric> metrics,
                                           const FormulaNode& node, NamedMetric named, MetricIndex shown) {
  std::string key = KeyOf(metrics, node, named, shown);
  if (ColumnMemo::Column known = tree.memo().Find(key)) return known;
  const std::vector<DerivedMetric> plain = WithoutRelatives(tree, metrics);
  if (named.is_derived) {
    const std::string& name = metrics[named.index].name;
    const auto same = std::ranges::find(plain, name, &DerivedMetric::name);
    if (same == plain.end())
      return FailIn(node, fmt::format("a metric without relatives of its own, found '{}'", name));
    named.index = static_cast<uint32_t>(same - plain.begin());
  }
  std::optional<ContextSet> where;
  if (!node.aggregate->where.empty()) {
    RINGSCOPE_ASSIGN(const Query query, QueryOfRelatives(tree, node));
    const SelectScope scope{.metric = shown, .derived = plain};
    RINGSCOPE_ASSIGN(where, SelectContexts(tree, FunctionIndex(tree.frames()), query, scope));
  }
  RINGSCOPE_ASSIGN(Values values, ValuesOf(tree, plain, node, named));
  auto column = std::make_shared<const Values>(
      Join(tree, *node.aggregate, where ? &*where : nullptr, std::move(values)));
  tree.memo().Keep(std::move(key), column);
  return ColumnMemo::Column(std::move(column));
}

}  // namespace ringscope
