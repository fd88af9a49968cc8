#include "cct/query/sets/condition.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cct/base/bounded_sum.h"
#include "cct/base/text/ascii.h"
#include "cct/base/text/unit_names.h"
#include "cct/query/language/text_matcher.h"
#include "cct/query/metrics/metric_lookup.h"
#include "cct/query/metrics/value_runs.h"
#include "cct/tree/metric_sides.h"
#include "cct/tree/verify.h"

namespace ringscope {
namespace {

template <typename Real>
bool CompareReal(Real value, Comparison comparison, Real bound) {
  switch (comparison) {
    case Comparison::kLess:
      return value < bound;
    case Comparison::kLessOrEqual:
      return value <= bound;
    case Comparison::kEqual:
      return value == bound;
    case Comparison::kNotEqual:
      return value < bound || value > bound;  // false for NaN
    case Comparison::kGreaterOrEqual:
      return value >= bound;
    case Comparison::kGreater:
      return value > bound;
  }
  return false;
}

// Fills the words of a block from a test of each context.
template <typename Test>
void FillBlock(ContextSet& set, ContextRange block, Test test) {
  const std::span<uint64_t> words = set.words();
  ContextId context = block.begin;
  while (context < block.end) {
    const ContextId stop = static_cast<ContextId>(std::min<uint64_t>(uint64_t{context} + 64, block.end));
    uint64_t bits = 0;
    for (ContextId i = context; i < stop; ++i) bits |= static_cast<uint64_t>(test(i)) << (i - context);
    words[context >> 6] = bits;
    context = stop;
  }
}

// The contexts that fill(set, block) inserts, a block at a time, without the synthetic root.
template <typename Fill>
Result<ContextSet> SetOfBlocks(const Cct& tree, JobControl* job, Fill fill) {
  ContextSet set(tree.context_count());
  RINGSCOPE_TRY(
      ForEachContextBlock(tree.context_count(), job, [&](ContextRange block) { fill(set, block); }));
  set.Erase(kRootContext);
  return set;
}

// The number of contexts whose values are fetched and then tested: few enough for the first-level cache.
constexpr uint32_t kRun = 256;
static_assert(kContextsPerBlock % kRun == 0 && kRun % 64 == 0);

template <typename Visit>
void ForEachRunOf(ContextRange block, Visit visit) {
  for (ContextId begin = block.begin; begin < block.end;) {
    const ContextRange run{begin, begin + std::min(kRun, block.end - begin)};
    visit(run);
    begin = run.end;
  }
}

// Rounds values that should be integers: decimal fractions are not exact, but 1.1 ms is 1,100,000 ns.
long double NearestInteger(long double value) {
  const long double rounded = std::round(value);
  const long double error = std::fabs(value - rounded);
  constexpr long double kRounding = 4 * std::numeric_limits<long double>::epsilon();
  return error < 1e-3L && error <= kRounding * std::fabs(value) ? rounded : value;
}

Result<ContextSet> SelectByMetric(const Cct& tree, const QueryNode& condition, MetricIndex metric,
                                  const SelectScope& scope, JobControl* job) {
  RINGSCOPE_ASSIGN(const long double bound, StoredBoundOf(tree, condition, metric, scope));
  const IntegerTest test = TestOf(condition.comparison, bound);
  const bool is_self = condition.value == QueryValue::kSelf || condition.value == QueryValue::kCalls;
  const auto fetch = is_self ? SelfOfRun : InclusiveOfRun;
  return SetOfBlocks(tree, job, [&](ContextSet& set, ContextRange block) {
    std::array<uint64_t, kRun> values;
    ForEachRunOf(block, [&](ContextRange run) {
      fetch(tree, run, metric, std::span(values).first(run.size()));
      FillBlock(set, run, [&](ContextId i) { return test(values[i - run.begin]); });
    });
  });
}

bool HasAggregate(const DerivedMetric& metric) {
  return std::any_of(metric.nodes.begin(), metric.nodes.end(),
                     [](const FormulaNode& node) { return node.aggregate.has_value(); });
}

// Selects by one of the scope's derived metrics.
Result<ContextSet> SelectByFormula(const Cct& tree, const QueryNode& condition, size_t derived,
                                   const SelectScope& scope, JobControl* job, MetricIndex shown = 0) {
  Result<BoundFormula> bound_formula = BoundFormula::Bind(tree, scope.derived, derived, shown);
  if (!bound_formula) {
    Error error = std::move(bound_formula).error();
    error.column.reset();  // of the formula, not of the query
    return tl::unexpected(std::move(error));
  }
  const BoundFormula& formula = *bound_formula;
  auto bound = static_cast<double>(condition.bound);
  if (condition.bound_kind == BoundKind::kShareOfTotal &&
      scope.derived[derived].whole == DerivedMetric::Whole::kOne) {
    bound /= 100;
  } else if (condition.bound_kind == BoundKind::kShareOfTotal &&
             scope.derived[derived].whole == DerivedMetric::Whole::kSlowestMember) {
    const double slowest = static_cast<double>(tree.SpreadOf(kRootContext, 0, CostKind::kInclusive).most);
    bound *= slowest / static_cast<double>(std::max<uint64_t>(1, tree.metrics()[0].scale)) / 100;
  } else if (const auto metric = formula.MeasuredAs();
             metric &&
             (condition.bound_kind == BoundKind::kAbsolute || HasAggregate(scope.derived[derived]))) {
    RINGSCOPE_ASSIGN(const long double stored, StoredBoundOf(tree, condition, *metric, scope));
    bound = static_cast<double>(stored) /
            static_cast<double>(std::max<uint64_t>(1, tree.metrics()[*metric].scale));
  } else if (condition.bound_kind == BoundKind::kShareOfTotal) {
    bound *= ValueOfRun(tree, formula, {kRootContext, kRootContext + 1}) / 100;
  } else if (condition.bound_kind == BoundKind::kShareOfViewRoot) {
    bound *= ValueOfRun(tree, formula, scope.view_root) / 100;
  } else if (!condition.unit.empty()) {
    const std::optional<Unit> unit = FindWrittenUnit(condition.unit);
    if (unit && unit->dimension == Dimension::kCount) {
      bound *= unit->factor;
    } else if (const auto read_as = formula.ReadAs()) {
      RINGSCOPE_ASSIGN(const long double stored, StoredBoundOf(tree, condition, *read_as, scope));
      bound = static_cast<double>(stored) /
              static_cast<double>(std::max<uint64_t>(1, tree.metrics()[*read_as].scale));
    } else {
      return Fail(ErrorCode::kMalformed,
                  "expected a bound without unit for '{}', whose formula has "
                  "none, found one in {}",
                  scope.derived[derived].name, condition.unit);
    }
  }
  if (std::isnan(bound)) {
    return Fail(
        ErrorCode::kMalformed,
        "expected an absolute bound for '{}', which has no value for the whole tree to have per cents of",
        scope.derived[derived].name);
  }
  const bool as_self = condition.value == QueryValue::kSelf;
  return SetOfBlocks(tree, job, [&](ContextSet& set, ContextRange block) {
    std::array<double, kRun> values;
    std::vector<double> scratch;
    ForEachRunOf(block, [&](ContextRange run) {
      formula.EvaluateRun(run, as_self, std::span(values).first(run.size()), scratch);
      FillBlock(set, run,
                [&](ContextId i) { return Compare(values[i - run.begin], condition.comparison, bound); });
    });
  });
}

// The columns of a condition that names the compared metric without a side, or no metric.
Result<MetricSides> FindSides(const Cct& tree, const QueryNode& condition, MetricIndex view_metric) {
  const auto metrics = tree.metrics();
  const auto is_named = [&](const Metric& metric, auto equals) {
    return condition.metric.empty() || equals(NameOfCompared(metric), condition.metric) ||
           equals(std::string_view(metric.name), condition.metric);
  };
  std::optional<MetricSides> sides = condition.metric.empty() ? SidesOf(metrics, view_metric) : std::nullopt;
  for (MetricIndex i = 0; i < metrics.size() && !sides; ++i)
    if (is_named(metrics[i], std::equal_to<std::string_view>())) sides = SidesOf(metrics, i);
  for (MetricIndex i = 0; i < metrics.size() && !sides; ++i)
    if (is_named(metrics[i], EqualsFolded)) sides = SidesOf(metrics, i);
  if (sides) return *sides;
  return Fail(ErrorCode::kNotFound, "expected a metric of a comparison for '{}', found only {}",
              WordOf(kValueWords, condition.value), MetricNameList(tree));
}

// Selects by after - before; shares are of the total before.
Result<ContextSet> SelectByDifference(const Cct& tree, const QueryNode& condition, const MetricSides& sides,
                                      const SelectScope& scope, JobControl* job) {
  RINGSCOPE_ASSIGN(const long double bound, StoredBoundOf(tree, condition, sides.before, scope));
  const auto fetch = condition.value == QueryValue::kDelta ? InclusiveOfRun : SelfOfRun;
  return SetOfBlocks(tree, job, [&](ContextSet& set, ContextRange block) {
    std::array<uint64_t, kRun> before, after;
    ForEachRunOf(block, [&](ContextRange run) {
      fetch(tree, run, sides.before, std::span(before).first(run.size()));
      fetch(tree, run, sides.after, std::span(after).first(run.size()));
      FillBlock(set, run, [&](ContextId i) {
        // Values are below 2^63.
        const auto delta = static_cast<int64_t>(after[i - run.begin] - before[i - run.begin]);
        return CompareReal(static_cast<long double>(delta), condition.comparison, bound);
      });
    });
  });
}

ContextSet SelectByLayer(const Cct& tree, const QueryNode& condition) {
  ContextSet set(tree.context_count());
  const IntegerTest test = TestOf(condition.comparison, condition.bound);
  for (uint32_t layer = 1; layer < tree.layer_count(); ++layer) {
    if (test(layer)) set.InsertRange(tree.Layer(layer));
  }
  set.Erase(kRootContext);
  return set;
}

// Selects by the number of executions in which a context costs something, in any metric with their columns.
Result<ContextSet> SelectByExecutions(const Cct& tree, const QueryNode& condition, JobControl* job) {
  const std::vector<std::vector<MetricIndex>> columns = ColumnsByExecution(tree);
  if (columns.empty()) {
    return Fail(ErrorCode::kNotFound,
                "expected a profile that holds several executions for '{}', found only {}", "executions",
                MetricNameList(tree));
  }
  const IntegerTest test = TestOf(condition.comparison, condition.bound);
  return SetOfBlocks(tree, job, [&](ContextSet& set, ContextRange block) {
    std::array<uint64_t, kRun> values;
    std::array<uint32_t, kRun> count;
    std::array<bool, kRun> occurs;
    ForEachRunOf(block, [&](ContextRange run) {
      count.fill(0);
      for (const std::vector<MetricIndex>& of_execution : columns) {
        occurs.fill(false);
        for (const MetricIndex metric : of_execution) {
          InclusiveOfRun(tree, run, metric, std::span(values).first(run.size()));
          for (uint32_t i = 0; i < run.size(); ++i) occurs[i] |= values[i] != 0;
        }
        for (uint32_t i = 0; i < run.size(); ++i) count[i] += occurs[i] ? 1 : 0;
      }
      FillBlock(set, run, [&](ContextId i) { return test(count[i - run.begin]); });
    });
  });
}

// Selects by the number of types of the receivers of a context's calls.
Result<ContextSet> SelectByTypes(const Cct& tree, const QueryNode& condition, JobControl* job) {
  if (tree.types().empty()) return Fail(ErrorCode::kNotFound, std::string(kNoTypesText));
  RINGSCOPE_TRY(CheckTypeRanges(tree.types()));
  const IntegerTest test = TestOf(condition.comparison, condition.bound);
  return SetOfBlocks(tree, job, [&](ContextSet& set, ContextRange block) {
    FillBlock(set, block, [&](ContextId i) { return test(ReceiverTypesOf(tree.types(), i)); });
  });
}

}  // namespace

uint64_t ReceiverTypesOf(const TypeColumns& types, ContextId context) {
  uint64_t count = 0;
  types.ForEach(context, [&](const SeenType& seen) { count += seen.role == kReceiverRole ? 1 : 0; });
  return count;
}

Result<ContextSet> SelectByType(const Cct& tree, const QueryNode& condition, JobControl* job) {
  const TypeColumns& types = tree.types();
  if (types.empty()) return Fail(ErrorCode::kNotFound, std::string(kNoTypesText));
  RINGSCOPE_TRY(CheckTypeRanges(types));
  RINGSCOPE_ASSIGN(const TextMatcher matcher, TextMatcher::Compile(condition.match, condition.text));
  std::vector<bool> matches(types.name_count());
  for (uint32_t name = 0; name < types.name_count(); ++name)
    matches[name] = matcher.Matches(types.NameOf(name));
  const auto is_asked = [&](TypeRole role) {
    if (condition.field == QueryField::kReceiver) return role == kReceiverRole;
    return condition.field == QueryField::kReturns ? role == kResultRole : role >= kFirstArgument;
  };
  return SetOfBlocks(tree, job, [&](ContextSet& set, ContextRange block) {
    for (ContextId context = block.begin; context < block.end; ++context) {
      uint64_t calls = 0, matching = 0;
      types.ForEach(context, [&](const SeenType& seen) {
        if (!is_asked(seen.role)) return;
        calls = BoundedSum(calls, seen.calls);
        if (seen.type < matches.size() && matches[seen.type]) matching = BoundedSum(matching, seen.calls);
      });
      const auto share = static_cast<double>(matching) * 100 / static_cast<double>(calls);
      const bool is_in = condition.is_share ? calls > 0 && Compare(share, condition.comparison,
                                                                   static_cast<double>(condition.bound))
                                            : matching > 0;
      if (is_in) set.words()[context >> 6] |= uint64_t{1} << (context & 63);
    }
  });
}

double ValueOfRun(const Cct& tree, const BoundFormula& formula, ContextRange run) {
  if (run.size() == 1) return formula.Inclusive(run.begin);
  std::vector<uint64_t> self, inclusive;
  for (MetricIndex metric = 0; metric < tree.metric_count(); ++metric) {
    inclusive.push_back(tree.Inclusive(run, metric));
    self.push_back(inclusive.back() - tree.Inclusive(tree.ChildrenOfRun(run), metric));
  }
  return formula.Evaluate(self, inclusive, false);
}

bool Compare(double value, Comparison comparison, double bound) {
  return CompareReal(value, comparison, bound);
}

Result<long double> StoredBoundOf(const Cct& tree, const QueryNode& condition, MetricIndex index,
                                  const SelectScope& scope) {
  const long double bound = condition.bound;
  if (condition.bound_kind == BoundKind::kShareOfTotal) return StoredShare(bound, tree.Total(index));
  if (condition.bound_kind == BoundKind::kShareOfViewRoot)
    return StoredShare(bound, tree.Inclusive(scope.view_root, index));
  const Metric& metric = tree.metrics()[index];
  long double factor = static_cast<long double>(std::max<uint64_t>(1, metric.scale));
  if (!condition.unit.empty()) {
    const std::optional<Unit> unit = FindWrittenUnit(condition.unit);
    const Unit own = UnitOfMetric(metric.unit);
    if (!unit || (unit->dimension != Dimension::kCount && unit->dimension != own.dimension)) {
      return Fail(ErrorCode::kMalformed,
                  "expected a bound in the unit of the metric '{}' ({}), found one in {}",
                  NameOfCompared(metric), metric.unit.empty() ? "a count" : metric.unit, condition.unit);
    }
    factor *= unit->factor;
    if (unit->dimension != Dimension::kCount) factor /= own.factor;
  }
  return NearestInteger(bound * factor);
}

long double StoredShare(long double percent, uint64_t whole) {
  if (whole == 0) return percent > 0 ? 0.5L : percent < 0 ? -0.5L : 0;
  return NearestInteger(percent * static_cast<long double>(whole) / 100);
}

IntegerTest TestOf(Comparison comparison, long double bound) {
  constexpr long double kPastMax = 18446744073709551616.0L;  // 2^64
  const IntegerTest none;
  const IntegerTest all{1, 0, true};
  const bool is_whole = std::floor(bound) == bound;
  const auto at_most = [&](long double high) {
    if (high < 0) return none;
    if (high >= kPastMax) return all;
    return IntegerTest{0, static_cast<uint64_t>(high), false};
  };
  const auto at_least = [&](long double low) {
    if (low <= 0) return all;
    if (low >= kPastMax) return none;
    return IntegerTest{static_cast<uint64_t>(low), UINT64_MAX, false};
  };
  switch (comparison) {
    case Comparison::kLess:
      return at_most(std::ceil(bound) - 1);
    case Comparison::kLessOrEqual:
      return at_most(std::floor(bound));
    case Comparison::kGreater:
      return at_least(std::floor(bound) + 1);
    case Comparison::kGreaterOrEqual:
      return at_least(std::ceil(bound));
    case Comparison::kEqual:
    case Comparison::kNotEqual: {
      IntegerTest test = none;
      if (is_whole && bound >= 0 && bound < kPastMax) {
        test.low = test.high = static_cast<uint64_t>(bound);
      }
      test.is_inverted = comparison == Comparison::kNotEqual;
      return test;
    }
  }
  return none;
}

Result<ContextSet> SelectByCondition(const Cct& tree, const QueryNode& condition, const SelectScope& scope,
                                     JobControl* job) {
  if (condition.value == QueryValue::kLayer) return SelectByLayer(tree, condition);
  if (condition.value == QueryValue::kExecutions) return SelectByExecutions(tree, condition, job);
  if (condition.value == QueryValue::kTypes) return SelectByTypes(tree, condition, job);
  if (condition.value == QueryValue::kCalls) {
    const std::optional<MetricIndex> calls = FindCallsMetric(tree);
    if (!calls) {
      return Fail(ErrorCode::kNotFound, "expected a profile that counts calls for '{}', found only {}",
                  "calls", MetricNameList(tree));
    }
    return SelectByMetric(tree, condition, *calls, scope, job);
  }
  if (IsOfSides(condition.value)) {
    RINGSCOPE_ASSIGN(const MetricSides sides, FindSides(tree, condition, scope.metric));
    if (condition.value == QueryValue::kBefore)
      return SelectByMetric(tree, condition, sides.before, scope, job);
    if (condition.value == QueryValue::kAfter)
      return SelectByMetric(tree, condition, sides.after, scope, job);
    return SelectByDifference(tree, condition, sides, scope, job);
  }
  if (condition.metric.empty()) return SelectByMetric(tree, condition, scope.metric, scope, job);
  Result<NamedMetric> named = FindMetricOrDerived(tree, scope.derived, condition.metric);
  if (named && named->is_derived) return SelectByFormula(tree, condition, named->index, scope, job);
  if (named) return SelectByMetric(tree, condition, named->index, scope, job);
  // The derived metrics that trees have by themselves, formulas of them, and aggregates.
  std::vector<DerivedMetric> more = MemberMetrics(tree);
  for (DerivedMetric& one : PayoffMetrics(tree)) more.push_back(std::move(one));
  const Result<DerivedMetric> formula = ParseDerivedMetric(fmt::format("formula = {}", condition.metric));
  const bool is_formula = formula && (!tree.members().empty() || IsOfOneContext(*formula));
  if (is_formula) more.push_back(*formula);
  std::vector<DerivedMetric> derived(scope.derived.begin(), scope.derived.end());
  for (DerivedMetric& one : more) {
    const bool is_typed = is_formula && &one == &more.back();
    const bool is_meant = is_typed || one.name == condition.metric;
    derived.push_back(std::move(one));
    if (!is_meant) continue;
    SelectScope wider = scope;
    wider.derived = derived;
    return SelectByFormula(tree, condition, derived.size() - 1, wider, job, is_typed ? scope.metric : 0);
  }
  Error error = std::move(named).error();
  if (!scope.derived.empty()) {
    error.message += "; derived metrics are ";
    for (const DerivedMetric& one : scope.derived) {
      error.message += fmt::format("{}'{}'", &one == scope.derived.data() ? "" : ", ", one.name);
    }
  }
  return tl::unexpected(std::move(error));
}

}  // namespace ringscope
