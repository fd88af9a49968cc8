#include "cct/query/sets/bound_formula.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "cct/base/check.h"
#include "cct/query/metrics/value_runs.h"
#include "cct/query/sets/condition.h"

namespace ringscope {
namespace {

using Op = FormulaNode::Op;
using Which = FormulaNode::Which;

double Divide(double a, double b) { return b == 0 ? std::numeric_limits<double>::quiet_NaN() : a / b; }

// Calls use(operation) with the function of an operator on two numbers.
template <typename Use>
void WithOperation(Op op, Use use) {
  if (op == Op::kAdd) use([](double x, double y) { return x + y; });
  if (op == Op::kSubtract) use([](double x, double y) { return x - y; });
  if (op == Op::kMultiply) use([](double x, double y) { return x * y; });
  if (op == Op::kDivide) use(Divide);
  if (op == Op::kNegate) use([](double x, double) { return -x; });
}

using Statistic = FormulaNode::Statistic;

// The value of a metric that a formula needs: of the evaluated context, or of the tree's root.
enum class Mode : uint8_t { kAsAsked, kSelf, kInclusive, kRootSelf, kRootInclusive };
constexpr size_t kModes = 5;

bool IsOfRoot(Mode mode) { return mode == Mode::kRootSelf || mode == Mode::kRootInclusive; }

Which WhichOf(Mode mode) {
  if (mode == Mode::kAsAsked) return Which::kAsAsked;
  return mode == Mode::kSelf || mode == Mode::kRootSelf ? Which::kSelf : Which::kInclusive;
}

// The mode of a name in a formula that is itself evaluated in `mode`.
Mode ModeOf(Which which, Mode mode) {
  const bool of_root = IsOfRoot(mode);
  switch (which) {
    case Which::kAsAsked:
      return mode;
    case Which::kSelf:
      return of_root ? Mode::kRootSelf : Mode::kSelf;
    case Which::kInclusive:
      return of_root ? Mode::kRootInclusive : Mode::kInclusive;
    case Which::kTotal:
      return Mode::kRootInclusive;
  }
  return mode;
}

// The error for a name that metrics[index] cannot use.
Error UnknownName(const Cct& tree, std::span<const DerivedMetric> metrics, size_t index,
                  const FormulaNode& node, Error error) {
  const auto earlier = metrics.first(index);
  const auto later = metrics.subspan(index + 1);
  const auto is_named = [&](const DerivedMetric& one) { return one.name == node.metric; };
  const bool is_itself = is_named(metrics[index]);
  const bool is_later = std::ranges::any_of(later, is_named);
  if (!earlier.empty() || is_itself || is_later) {
    error.message = fmt::format(
        "expected a metric of this profile ({}) or a derived one defined before{}, found '{}'{}",
        MetricNameList(tree), earlier.empty() ? "" : fmt::format(" ({})", NameList(earlier)), node.metric,
        is_itself  ? ", the metric itself"
        : is_later ? ", which is defined after it"
                   : "");
  }
  error.message = fmt::format("in '{}': {}", metrics[index].name, error.message);
  error.column = metrics[index].formula_begin + node.at + 1;
  return error;
}

// The missing condition of a statistic over members, for a message; empty if the statistic is available.
std::string MissingForStatistic(const Cct& tree, const FormulaNode& node, const Result<NamedMetric>& found) {
  if (node.statistic == Statistic::kNone || !found) return {};
  if (tree.members().empty()) return "a tree with members, as 'aggregate' writes it, for a statistic";
  if (found->is_derived) return "a metric that was measured for a statistic over members";
  const auto quantile = static_cast<MemberQuantile>(node.number);
  if (node.statistic != Statistic::kQuantile || tree.QuantileOf(kRootContext, 0, CostKind::kSelf, quantile))
    return {};
  return fmt::format("a tree with the {} of its members, as 'aggregate --quantiles {}' writes it",
                     QuantileName(quantile), quantile / 1000.0);
}

Result<NamedMetric> Resolve(const Cct& tree, std::span<const DerivedMetric> metrics, size_t index,
                            const FormulaNode& node, MetricIndex shown) {
  if (node.metric.empty()) return NamedMetric{false, shown};  // count(...) has no metric
  const bool is_first =
      node.statistic != Statistic::kNone && !tree.members().empty() && node.metric == tree.members().over;
  Result<NamedMetric> found =
      is_first ? NamedMetric{false, 0} : FindMetricOrDerived(tree, metrics.first(index), node.metric);
  if (const std::string missing = MissingForStatistic(tree, node, found); !missing.empty()) {
    Error error{ErrorCode::kNotFound,
                fmt::format("in '{}': expected {}, found '{}'", metrics[index].name, missing, node.metric),
                {},
                {},
                {}};
    error.column = metrics[index].formula_begin + node.at + 1;
    return tl::unexpected(std::move(error));
  }
  if (found) return found;
  if (node.metric == "self" || node.metric == "incl") return NamedMetric{false, shown};
  return tl::unexpected(UnknownName(tree, metrics, index, node, std::move(found).error()));
}

Result<void> CheckSize(const DerivedMetric& metric) {
  if (metric.nodes.empty()) {
    return Fail(ErrorCode::kInvalidArgument, "expected a formula for '{}', found none", metric.name);
  }
  if (metric.nodes.size() > kMaxFormulaNodes) {
    return Fail(ErrorCode::kInvalidArgument, "expected at most {} parts in the formula of '{}'",
                kMaxFormulaNodes, metric.name);
  }
  return {};
}

// A derived metric that a formula needs: the modes of its values, and the metrics that its own formula names.
struct NeededMetric {
  std::array<bool, kModes> modes{};
  std::array<uint32_t, kModes> results{};  // per mode the step with this value
  std::vector<NamedMetric> names;          // one per node; valid for kValue
};

// Finds the values that metrics[index] needs of each metric up to itself.
Result<std::vector<NeededMetric>> FindNeeded(const Cct& tree, std::span<const DerivedMetric> metrics,
                                             size_t index, MetricIndex shown) {
  std::vector<NeededMetric> needed(index + 1);
  needed[index].modes[static_cast<size_t>(Mode::kAsAsked)] = true;
  for (size_t i = index + 1; i-- > 0;) {
    const std::array<bool, kModes> modes = needed[i].modes;
    if (std::ranges::find(modes, true) == modes.end()) continue;
    RINGSCOPE_TRY(CheckSize(metrics[i]));
    needed[i].names.resize(metrics[i].nodes.size());
    for (size_t k = 0; k < metrics[i].nodes.size(); ++k) {
      const FormulaNode& node = metrics[i].nodes[k];
      if (node.op != Op::kValue) continue;
      RINGSCOPE_ASSIGN(const NamedMetric named, Resolve(tree, metrics, i, node, i == index ? shown : 0));
      needed[i].names[k] = named;
      if (!named.is_derived || node.aggregate) continue;
      for (size_t mode = 0; mode < kModes; ++mode) {
        if (modes[mode])
          needed[named.index].modes[static_cast<size_t>(ModeOf(node.which, static_cast<Mode>(mode)))] = true;
      }
    }
  }
  return needed;
}

}  // namespace

double BoundFormula::StatisticOf(const Cct& tree, ContextId context, CostKind kind, const Step& step) {
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  if (step.statistic == Statistic::kReceiverTypes)
    return static_cast<double>(ReceiverTypesOf(tree.types(), context));
  if (step.statistic == Statistic::kQuantile) {
    const auto value = tree.QuantileOf(context, step.metric, kind, static_cast<MemberQuantile>(step.number));
    return value ? static_cast<double>(*value) : kUnknown;
  }
  const MemberSpread spread = tree.SpreadOf(context, step.metric, kind);
  switch (step.statistic) {
    case Statistic::kMin:
      return static_cast<double>(spread.least);
    case Statistic::kMax:
      return static_cast<double>(spread.most);
    case Statistic::kMean:
      return spread.mean;
    case Statistic::kStddev:
      return spread.deviation;
    case Statistic::kMembers:
      return spread.having;
    default:
      return kUnknown;
  }
}

template <typename ValueOf>
double BoundFormula::Run(ValueOf value_of) const {
  // Formulas are short: their values fit the stack.
  double values[kMaxFormulaSteps];
  for (size_t i = 0; i < steps_.size(); ++i) {
    const Step& step = steps_[i];
    if (step.op == Op::kNumber) {
      values[i] = step.number;
    } else if (step.op == Op::kValue) {
      values[i] = value_of(step) / step.scale;
    } else {
      WithOperation(step.op,
                    [&](auto operation) { values[i] = operation(values[step.first], values[step.second]); });
    }
  }
  return values[steps_.size() - 1];
}

double BoundFormula::ValueIn(ContextId context, bool as_self) const {
  return Run([&](const Step& step) {
    const bool wants_self = step.which == Which::kSelf || (step.which == Which::kAsAsked && as_self);
    if (step.column != nullptr) return (*step.column)[context];
    if (step.statistic != Statistic::kNone) {
      return StatisticOf(*tree_, context, wants_self ? CostKind::kSelf : CostKind::kInclusive, step);
    }
    return static_cast<double>(wants_self ? tree_->Self(context, step.metric)
                                          : tree_->Inclusive(context, step.metric));
  });
}

bool BoundFormula::IsOfOneContext() const {
  return std::ranges::any_of(
      steps_, [](const Step& step) { return step.statistic != Statistic::kNone || step.column != nullptr; });
}

std::optional<BoundFormula::Unit> BoundFormula::UnitOf(bool by_counts) const {
  std::vector<std::optional<Unit>> units;
  const auto is_count = [&](const std::optional<Unit>& unit) {
    return unit && !unit->per && tree_->metrics()[unit->metric].unit == "count";
  };
  for (const Step& step : steps_) {
    std::optional<Unit> unit;
    if (step.has_unit_of_metric) unit = Unit{step.metric, std::nullopt};
    if (step.op == Op::kNegate) unit = units[step.first];
    if (step.op == Op::kAdd || step.op == Op::kSubtract) {
      const auto a = units[step.first], b = units[step.second];
      const auto is_alike = [&] {
        const Metric &x = tree_->metrics()[a->metric], &y = tree_->metrics()[b->metric];
        return a->per == b->per && x.unit == y.unit && x.scale == y.scale;
      };
      if (a && b && is_alike()) unit = a;
    }
    if (by_counts && step.of_derived) unit = step.of_derived;
    if (by_counts && step.op == Op::kDivide) {
      const auto a = units[step.first], b = units[step.second];
      if (a && !a->per && !is_count(a) && is_count(b)) unit = Unit{a->metric, b->metric};
    }
    if (by_counts && step.op == Op::kMultiply) {
      auto a = units[step.first], b = units[step.second];
      if (is_count(b)) std::swap(a, b);
      if (is_count(a) && b && b->per == a->metric) unit = Unit{b->metric, std::nullopt};
    }
    units.push_back(unit);
  }
  return units.back();
}

std::optional<MetricIndex> BoundFormula::MeasuredAs() const {
  const std::optional<Unit> unit = UnitOf(false);
  return unit ? std::optional(unit->metric) : std::nullopt;
}

std::optional<MetricIndex> BoundFormula::ReadAs() const {
  const std::optional<Unit> unit = UnitOf(true);
  return unit ? std::optional(unit->metric) : std::nullopt;
}

template <typename SumOf>
double BoundFormula::RunOnSums(bool as_self, SumOf sum_of) const {
  return Run([&](const Step& step) {
    if (step.statistic != Statistic::kNone || step.column != nullptr)
      return std::numeric_limits<double>::quiet_NaN();
    const bool wants_self = step.which == Which::kSelf || (step.which == Which::kAsAsked && as_self);
    return static_cast<double>(sum_of(step.metric, wants_self));
  });
}

double BoundFormula::Evaluate(std::span<const uint64_t> self, std::span<const uint64_t> inclusive,
                              bool as_self) const {
  return RunOnSums(as_self, [&](MetricIndex metric, bool wants_self) {
    return wants_self ? self[metric] : inclusive[metric];
  });
}

double BoundFormula::EvaluateRow(std::span<const std::vector<uint64_t>> self,
                                 std::span<const std::vector<uint64_t>> inclusive, size_t row,
                                 bool as_self) const {
  return RunOnSums(as_self, [&](MetricIndex metric, bool wants_self) {
    return wants_self ? self[metric][row] : inclusive[metric][row];
  });
}

void BoundFormula::EvaluateRun(ContextRange run, bool as_self, std::span<double> out,
                               std::vector<double>& scratch) const {
  const size_t size = run.size();
  RINGSCOPE_CHECK(out.size() == size);
  scratch.resize(steps_.size() * size);
  // Runs each step over the whole run, so that the operation is chosen once a run instead of once a context.
  for (size_t i = 0; i < steps_.size(); ++i) {
    const Step& step = steps_[i];
    double* const to = i + 1 == steps_.size() ? out.data() : scratch.data() + i * size;
    const double* const a = scratch.data() + step.first * size;
    const double* const b = scratch.data() + step.second * size;
    const auto each = [&](auto value) {
      for (size_t k = 0; k < size; ++k) to[k] = value(a[k], b[k]);
    };
    if (step.op == Op::kNumber) {
      std::fill_n(to, size, step.number);
    } else if (step.op == Op::kValue) {
      LoadRun(step, run, as_self, to);
    } else {
      WithOperation(step.op, each);
    }
  }
}

void BoundFormula::LoadRun(const Step& step, ContextRange run, bool as_self, double* to) const {
  constexpr uint32_t kAtOnce = 256;
  std::array<uint64_t, kAtOnce> raw;
  const bool wants_self = step.which == Which::kSelf || (step.which == Which::kAsAsked && as_self);
  if (step.column != nullptr) {
    for (ContextId context = run.begin; context < run.end; ++context)
      *to++ = (*step.column)[context] / step.scale;
    return;
  }
  if (step.statistic != Statistic::kNone) {
    const CostKind kind = wants_self ? CostKind::kSelf : CostKind::kInclusive;
    for (ContextId context = run.begin; context < run.end; ++context)
      *to++ = StatisticOf(*tree_, context, kind, step) / step.scale;
    return;
  }
  const auto fetch = wants_self ? SelfOfRun : InclusiveOfRun;
  for (ContextId begin = run.begin; begin < run.end;) {
    const ContextRange part{begin, begin + std::min(kAtOnce, run.end - begin)};
    fetch(*tree_, part, step.metric, std::span(raw).first(part.size()));
    for (uint32_t k = 0; k < part.size(); ++k) to[k] = static_cast<double>(raw[k]) / step.scale;
    to += part.size();
    begin = part.end;
  }
}

BoundFormula::Step BoundFormula::StepOfMetric(const Cct& tree, MetricIndex metric, Which which,
                                              const FormulaNode& node, bool of_root) {
  Step step{.op = of_root ? Op::kNumber : Op::kValue,
            .which = which,
            .statistic = node.statistic,
            .metric = metric,
            .number = node.number};
  const bool is_number = node.statistic == Statistic::kMembers || node.statistic == Statistic::kReceiverTypes;
  if (!is_number) step.scale = static_cast<double>(std::max<uint64_t>(1, tree.metrics()[metric].scale));
  step.has_unit_of_metric = !is_number;
  if (of_root && node.statistic != Statistic::kNone) {
    const CostKind kind = which == Which::kSelf ? CostKind::kSelf : CostKind::kInclusive;
    step.number = StatisticOf(tree, kRootContext, kind, step) / step.scale;
  } else if (of_root) {
    const uint64_t value = which == Which::kSelf ? tree.Self(kRootContext, metric) : tree.Total(metric);
    step.number = static_cast<double>(value) / step.scale;
  }
  return step;
}

Result<BoundFormula> BoundFormula::Bind(const Cct& tree, std::span<const DerivedMetric> metrics, size_t index,
                                        MetricIndex shown) {
  RINGSCOPE_CHECK(index < metrics.size());
  RINGSCOPE_ASSIGN(std::vector<NeededMetric> needed, FindNeeded(tree, metrics, index, shown));
  BoundFormula formula;
  formula.tree_ = &tree;
  std::vector<Step>& steps = formula.steps_;
  uint32_t result = 0;
  for (size_t i = 0; i <= index; ++i) {
    const std::vector<FormulaNode>& nodes = metrics[i].nodes;
    for (uint8_t mode = 0; mode < kModes; ++mode) {
      if (!needed[i].modes[mode]) continue;
      if (steps.size() + nodes.size() > kMaxFormulaSteps) {
        return Fail(ErrorCode::kLimit,
                    "expected at most {} numbers, metrics and operators in the formula of '{}' "
                    "and of the derived metrics that it needs",
                    kMaxFormulaSteps, metrics[index].name);
      }
      std::vector<uint32_t> step_of(nodes.size());
      for (size_t k = 0; k < nodes.size(); ++k) {
        const FormulaNode& node = nodes[k];
        const NamedMetric named = needed[i].names[k];
        const auto wanted = static_cast<uint8_t>(ModeOf(node.which, static_cast<Mode>(mode)));
        if (node.op == Op::kValue && named.is_derived && !node.aggregate) {
          step_of[k] = needed[named.index].results[wanted];
          continue;
        }
        Step step;
        if (node.aggregate) {
          RINGSCOPE_ASSIGN(const ColumnMemo::Column column,
                           AggregateColumn(tree, metrics.first(i), node, named, i == index ? shown : 0));
          step.op = IsOfRoot(static_cast<Mode>(mode)) ? Op::kNumber : Op::kValue;
          step.metric = named.is_derived ? 0 : named.index;
          step.has_unit_of_metric = !named.is_derived && !node.metric.empty();
          if (step.has_unit_of_metric) {
            step.scale = static_cast<double>(std::max<uint64_t>(1, tree.metrics()[step.metric].scale));
          } else if (named.is_derived && !node.metric.empty()) {
            RINGSCOPE_ASSIGN(const BoundFormula of, Bind(tree, metrics, named.index));
            step.of_derived = of.UnitOf(true);
          }
          step.number = column->at(kRootContext) / step.scale;
          if (step.op == Op::kValue) step.column = column;
        } else if (node.op == Op::kValue) {
          step = StepOfMetric(tree, named.index, WhichOf(static_cast<Mode>(wanted)), node,
                              IsOfRoot(static_cast<Mode>(wanted)));
        } else {
          step.op = node.op;
          step.number = node.number;
          if (node.op != Op::kNumber) {
            RINGSCOPE_CHECK(node.first < k && node.second < k);
            step.first = step_of[node.first];
            step.second = step_of[node.second];
          }
        }
        step_of[k] = static_cast<uint32_t>(steps.size());
        steps.push_back(step);
      }
      result = needed[i].results[mode] = step_of.back();
    }
  }
  // If the formula is only a name, the result is the last step of the named metric, with none behind it.
  RINGSCOPE_CHECK(result + 1 == steps.size());
  return formula;
}

}  // namespace ringscope
