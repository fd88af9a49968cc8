#include "app/cli/comparing/requirement.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <utility>

#include "app/core/display_text.h"
#include "app/view/colors/derived_model.h"
#include "cct/base/text/ascii.h"
#include "cct/base/text/enum_words.h"
#include "cct/base/text/number_text.h"
#include "cct/inputs/function_fits.h"
#include "cct/query/language/placed_text.h"
#include "cct/query/metrics/metric_lookup.h"
#include "cct/query/sets/condition.h"
#include "cct/query/sets/relatives.h"
#include "cct/query/sets/select.h"

namespace ringscope {
namespace {

using What = Requirement::What;

bool IsCount(What what) { return what == What::kContexts || what == What::kFunctions; }

// The functions that occur below the roots.
Result<uint64_t> CountFunctions(const Cct& tree, const FunctionIndex& functions, ContextRange roots,
                                JobControl* job) {
  ContextSet all(tree.context_count());
  all.InsertRange({1, tree.context_count()});
  RINGSCOPE_ASSIGN(const MatchTotals totals, CountMatches(tree, functions, all, roots, 0, job));
  return totals.functions;
}

// The exponents of the worst costs of the wanted functions, by frame; functions without a fit are left out.
Result<std::map<FrameId, double>> ExponentsOf(const Cct& tree, std::optional<Side> side,
                                              const std::vector<bool>& is_wanted, JobControl* job) {
  const PointFields fields(tree, PointCost::kInclusive, side);
  RINGSCOPE_ASSIGN(const std::vector<FunctionPoints> all, PointsByFunction(tree, fields, job));
  std::map<FrameId, double> exponents;
  for (const FunctionPoints& function : all) {
    if (!is_wanted[function.frame]) continue;
    if (const std::optional<double> exponent = ExponentOf(FitFunction(function)))
      exponents.emplace(function.frame, *exponent);
  }
  return exponents;
}

// Compares a derived value with the bound, which may be a share of `derived_whole`.
void DecideDerived(const QueryNode& bound, RequirementOutcome& outcome) {
  auto limit = static_cast<double>(bound.bound);
  if (bound.bound_kind != BoundKind::kAbsolute) limit = limit * outcome.derived_whole / 100;
  outcome.bound = limit;
  outcome.holds = Compare(outcome.derived_measured, bound.comparison, limit);
}

// Measures the largest exponent among functions that match, or the most that one of them grew by; NaN if no
// curve fits any of them.
Result<RequirementOutcome> MeasureExponent(const InputView& view, const Requirement& requirement,
                                           JobControl* job) {
  const Cct& tree = view.tree();
  if (!PointFields(tree, PointCost::kInclusive).exist())
    return Fail(ErrorCode::kMalformed,
                "expected a profile with costs by input size for an exponent, found none");
  const bool needs_before = requirement.what != What::kExponent;
  if (needs_before && !HavePointsSides(tree))
    return Fail(ErrorCode::kMalformed,
                "expected a comparison whose sides have costs by input size for an exponent before, found "
                "none: `ringscope compare BEFORE AFTER -o BOTH.cct` makes one");
  const FunctionIndex functions(tree.frames());
  const SelectScope scope{view.view.metric, view.roots(), view.input.derived};
  RINGSCOPE_ASSIGN(const ContextSet selected, SelectContexts(tree, functions, requirement.query, scope, job));
  const ContextSet matches = WithinSubtrees(tree, selected, view.roots());
  std::vector<bool> is_wanted(tree.frames().size());
  RequirementOutcome outcome{.contexts = matches.Count(), .metric = view.view.metric, .is_derived = true};
  outcome.derived_measured = std::nan("");
  for (ContextId context = view.roots().begin; context < tree.context_count(); ++context) {
    if (!matches.contains(context)) continue;
    if (const FrameId frame = tree.FrameOf(context); frame < is_wanted.size()) is_wanted[frame] = true;
  }
  std::map<FrameId, double> before, after;
  if (needs_before) {
    RINGSCOPE_ASSIGN(before, ExponentsOf(tree, Side::kBefore, is_wanted, job));
  }
  if (requirement.what != What::kExponentBefore) {
    RINGSCOPE_ASSIGN(after, ExponentsOf(tree, LastSideOfPoints(tree), is_wanted, job));
  }
  for (const auto& [frame, exponent] : requirement.what == What::kExponentBefore ? before : after) {
    double measured = exponent;
    if (requirement.what == What::kExponentChange) {
      const auto old = before.find(frame);
      if (old == before.end()) continue;
      measured -= old->second;
    }
    if (!(outcome.derived_measured >= measured)) outcome.derived_measured = measured;
  }
  DecideDerived(requirement.bound, outcome);
  return outcome;
}

// Binds one of the input's derived metrics. Errors: the requirement cannot be about it.
Result<BoundFormula> FormulaOf(const InputView& view, const Requirement& requirement,
                               const DerivedMetric& metric) {
  const std::vector<DerivedMetric>& derived = view.input.derived;
  RINGSCOPE_ASSIGN(BoundFormula formula,
                   BoundFormula::Bind(view.tree(), derived, static_cast<size_t>(&metric - derived.data())));
  if (!requirement.bound.unit.empty()) {
    return Fail(ErrorCode::kMalformed,
                "expected a bound without unit for '{}', whose formula has none, found one in {}",
                metric.name, requirement.bound.unit);
  }
  if (requirement.what != What::kTotal && formula.IsOfOneContext()) {
    return Fail(ErrorCode::kInvalidArgument,
                "expected a metric that adds up over contexts, found '{}': require contexts(incl({}) > "
                "...) = 0 instead",
                metric.name, metric.name);
  }
  return formula;
}

// Measures a derived metric: its formula over the sums of the matches, or over the view root.
Result<RequirementOutcome> MeasureDerived(const InputView& view, const Requirement& requirement,
                                          const BoundFormula& formula, JobControl* job) {
  const Cct& tree = view.tree();
  RequirementOutcome outcome{.metric = view.view.metric, .is_derived = true};
  outcome.derived_whole = ValueOfRun(tree, formula, RunOfWhole(requirement.bound, view.roots()));
  if (requirement.what == What::kTotal) {
    outcome.derived_measured = ValueOfRun(tree, formula, view.roots());
  } else {
    const FunctionIndex functions(tree.frames());
    const SelectScope scope{outcome.metric, view.roots(), view.input.derived};
    RINGSCOPE_ASSIGN(const ContextSet matches,
                     SelectContexts(tree, functions, requirement.query, scope, job));
    std::vector<uint64_t> self, inclusive;  // by metric
    for (MetricIndex metric = 0; metric < tree.metric_count(); ++metric) {
      RINGSCOPE_ASSIGN(const MatchTotals totals,
                       CountMatches(tree, functions, matches, view.roots(), metric, job));
      outcome.contexts = totals.contexts;
      self.push_back(totals.self);
      inclusive.push_back(totals.inclusive);
    }
    outcome.derived_measured = formula.Evaluate(self, inclusive, requirement.what == What::kSelf);
  }
  DecideDerived(requirement.bound, outcome);
  return outcome;
}

std::string DerivedText(double value) {
  if (std::isnan(value)) return "no value (division by zero)";
  return QuantityText(value);
}

// A count, or the value of a metric.
std::string MeasuredText(const Cct& tree, const Requirement& requirement, const RequirementOutcome& outcome) {
  if (IsCount(requirement.what)) return CountText(outcome.measured);
  const Metric& metric = tree.metrics()[outcome.metric];
  return ValueText(outcome.measured, metric.unit, metric.scale);
}

// Whether a number that is rounded as in other texts could seem to be on the wrong side of the bound, or on
// it.
bool IsClose(long double measured, long double bound) {
  return measured != bound && std::abs(measured - bound) <= std::abs(bound) / 100;
}

// The share with enough digits to tell it from the bound.
std::string ShareOfBoundText(const Requirement& requirement, const RequirementOutcome& outcome) {
  const auto measured = static_cast<long double>(outcome.measured);
  const long double percent = 100 * measured / std::max(1.0L, static_cast<long double>(outcome.whole));
  // Hundredths of a percent are fine enough for larger shares only.
  if (measured == outcome.bound || (percent >= 1 && !IsClose(measured, outcome.bound)))
    return ShareText(outcome.measured, outcome.whole);
  for (int digits = 3; digits < 20; ++digits) {
    std::string text = fmt::format("{:.{}g}", percent, digits);
    const long double shown = std::strtold(text.c_str(), nullptr);
    const long double bound = requirement.bound.bound;
    if (measured < outcome.bound ? shown < bound : shown > bound) return text + " %";
  }
  return ShareText(outcome.measured, outcome.whole);
}

// The value; in full if rounding could hide on which side of an absolute bound it is.
std::string FullText(const Cct& tree, const Requirement& requirement, const RequirementOutcome& outcome) {
  if (outcome.is_derived) {
    return IsClose(outcome.derived_measured, outcome.bound) ? fmt::format("{}", outcome.derived_measured)
                                                            : DerivedText(outcome.derived_measured);
  }
  const bool is_close = IsClose(static_cast<long double>(outcome.measured), outcome.bound);
  if (IsCount(requirement.what) || !is_close) return MeasuredText(tree, requirement, outcome);
  const Metric& metric = tree.metrics()[outcome.metric];
  const std::string number =
      metric.scale == 1 ? CountText(outcome.measured) : ExactDecimalText(outcome.measured, metric.scale);
  const bool has_unit = !metric.unit.empty() && metric.unit != "count";
  return has_unit ? fmt::format("{} {}", number, metric.unit) : number;
}

struct WhatWord {
  std::string_view word;
  What value;
  std::string_view said;  // for the text of an outcome
};
constexpr std::array kWhatWords{WhatWord{"incl", What::kInclusive, "inclusive"},
                                WhatWord{"self", What::kSelf, "self"},
                                WhatWord{"contexts", What::kContexts, "contexts"},
                                WhatWord{"functions", What::kFunctions, "functions"},
                                WhatWord{"exponent_before", What::kExponentBefore, "exponent before"},
                                WhatWord{"exponent_change", What::kExponentChange, "exponent grew by"},
                                WhatWord{"exponent", What::kExponent, "exponent"},
                                WhatWord{"total", What::kTotal, "total"},
                                WhatWord{"new", What::kNew, "new"},
                                WhatWord{"gone", What::kGone, "gone"}};
constexpr std::string_view kDelta = "delta";

tl::unexpected<Error> FailAtByte(size_t begin, std::string message) {
  return FailAtColumn(ErrorCode::kMalformed, begin + 1, std::move(message));
}

// The last comma that stands in no brackets, quotes or regular expression of a query; npos without one.
size_t LastComma(std::string_view query) {
  size_t comma = std::string_view::npos;
  size_t depth = 0;
  bool at_start = true;  // of a word, where a slash begins a regular expression
  for (size_t i = 0; i < query.size(); ++i) {
    const char c = query[i];
    if (c == '\\') {
      ++i;
    } else if (c == '"' || (c == '/' && at_start)) {
      size_t end = i + 1;
      while (end < query.size() && query[end] != c) end += query[end] == '\\' ? 2 : 1;
      if (end < query.size()) i = end;  // otherwise a slash of a path
    } else if (c == '(' || c == '[' || c == '{') {
      ++depth;
    } else if ((c == ')' || c == ']' || c == '}') && depth > 0) {
      --depth;
    } else if (c == ',' && depth == 0) {
      comma = i;
    }
    at_start = c == ':' || c == '(' || IsSpace(c);
  }
  return comma;
}

// The name of a metric, which may stand between ''.
Result<std::string> ParseMetric(PlacedText part) {
  part = part.Trimmed();
  if (part.text.size() >= 2 && part.text.front() == '\'' && part.text.back() == '\'')
    part = part.Sub(1, part.text.size() - 2);
  if (part.text.empty()) return FailAtByte(part.begin, "expected the name of a metric");
  return std::string(part.text);
}

// Reads a bound as that of a condition in a query, with blanks allowed between number and unit.
Result<void> ParseBound(const PlacedText& bound, Requirement& requirement) {
  constexpr std::string_view kLeftSide = "incl";
  std::string condition_text(kLeftSide);
  std::vector<size_t> place;  // of its bytes behind the left side
  for (size_t i = 0; i < bound.text.size(); ++i) {
    if (IsSpace(bound.text[i])) continue;
    condition_text += bound.text[i];
    place.push_back(bound.begin + i);
  }
  place.push_back(bound.begin + bound.text.size());
  Result<Query> condition = ParseQuery(condition_text);
  if (!condition) {
    const size_t column = std::max<size_t>(condition.error().column.value_or(1), kLeftSide.size() + 1);
    const size_t at = place[std::min(column - kLeftSide.size() - 1, place.size() - 1)];
    // The query's own message would quote `condition_text`, which nobody typed.
    const std::string_view typed = bound.text.substr(at - bound.begin);
    const std::string found = typed.empty() ? "nothing" : fmt::format("'{}'", DisplayText(typed, 60));
    return FailAtByte(
        at, fmt::format("expected a comparison with a number, a unit or %, as in < 5 %, found {}", found));
  }
  if (condition->nodes.size() != 1 || condition->nodes[0].op != QueryOp::kCondition)
    return FailAtByte(place[0], fmt::format("expected one comparison such as < 5%, found '{}'", bound.text));
  requirement.bound = condition->nodes[0];
  return {};
}

// The place behind a closing bracket where another requirement seems to begin.
std::optional<size_t> SecondRequirement(const PlacedText& arguments) {
  const size_t close = arguments.text.find(')');
  if (close == std::string_view::npos) return std::nullopt;
  if (const size_t at = arguments.text.find("delta(", close); at != std::string_view::npos)
    return arguments.begin + at;
  for (const WhatWord& one : kWhatWords) {
    const size_t at = arguments.text.find(std::string(one.word) + "(", close);
    if (at != std::string_view::npos) return arguments.begin + at;
  }
  return std::nullopt;
}

// Reads "incl(QUERY, METRIC)" and returns the text behind it.
Result<PlacedText> ParseMeasured(const PlacedText& whole, Requirement& requirement) {
  constexpr std::string_view kExpected =
      "expected incl(QUERY), self(QUERY), contexts(QUERY), functions(QUERY), exponent(QUERY), "
      "exponent_before(QUERY), exponent_change(QUERY), total, delta(...), new(QUERY) or gone(QUERY)";
  const WhatWord* const name = FindPrefix(kWhatWords, whole.text);
  if (name == nullptr) return FailAtByte(whole.begin, std::string(kExpected));
  requirement.what = name->value;
  PlacedText rest = whole.Sub(name->word.size()).Trimmed();
  const bool has_arguments = rest.text.starts_with('(');
  if (!has_arguments && requirement.what != What::kTotal)
    return FailAtByte(rest.begin, fmt::format("expected '(' and a query after '{}'", name->word));
  if (has_arguments) {
    // The last bracket ends the arguments, as bounds have none.
    const size_t close = rest.text.find_last_of(')');
    if (close == std::string_view::npos) return FailAtByte(rest.begin + rest.text.size(), "expected ')'");
    PlacedText arguments = rest.Sub(1, close - 1);
    rest = rest.Sub(close + 1);
    if (requirement.what == What::kTotal) {
      RINGSCOPE_ASSIGN(requirement.metric, ParseMetric(arguments));
    } else {
      if (const size_t comma = LastComma(arguments.text); comma != std::string_view::npos) {
        RINGSCOPE_ASSIGN(requirement.metric, ParseMetric(arguments.Sub(comma + 1)));
        arguments = arguments.Sub(0, comma);
      }
      arguments = arguments.Trimmed();
      Result<Query> query = ParseQuery(arguments.text);
      if (!query) {
        if (const auto second = SecondRequirement(arguments))
          return FailAtByte(*second, "expected one comparison (--require may be given several times)");
        Error error = query.error();
        error.column = arguments.begin + error.column.value_or(1);
        return tl::unexpected(std::move(error));
      }
      if (query->empty()) return FailAtByte(arguments.begin, "expected a query");
      requirement.query_text = arguments.text;
      requirement.query = std::move(*query);
    }
  }
  return rest.Trimmed();
}

// Reads "delta(incl(QUERY, METRIC))" and returns the text behind it.
Result<PlacedText> ParseDelta(const PlacedText& whole, Requirement& requirement) {
  constexpr std::string_view kExpected = "expected (incl(QUERY)), (self(QUERY)) or (total) after 'delta'";
  const PlacedText rest = whole.Sub(kDelta.size()).Trimmed();
  if (!rest.text.starts_with('(')) return FailAtByte(rest.begin, std::string(kExpected));
  const size_t close = rest.text.find_last_of(')');
  if (close == std::string_view::npos) return FailAtByte(rest.begin + rest.text.size(), "expected ')'");
  const PlacedText inner = rest.Sub(1, close - 1).Trimmed();
  RINGSCOPE_ASSIGN(const PlacedText behind, ParseMeasured(inner, requirement));
  if (!behind.empty()) return FailAtByte(behind.begin, "expected ')'");
  if (requirement.what != What::kInclusive && requirement.what != What::kSelf &&
      requirement.what != What::kTotal)
    return FailAtByte(inner.begin, std::string(kExpected));
  requirement.is_delta = true;
  return rest.Sub(close + 1).Trimmed();
}

}  // namespace

ContextRange RunOfWhole(const QueryNode& bound, ContextRange roots) {
  return bound.bound_kind == BoundKind::kShareOfViewRoot ? roots
                                                         : ContextRange{kRootContext, kRootContext + 1};
}

Result<long double> BoundOfCount(const QueryNode& bound, uint64_t whole) {
  if (bound.bound_kind != BoundKind::kAbsolute) return StoredShare(bound.bound, whole);
  if (!bound.unit.empty()) {
    return Fail(ErrorCode::kMalformed,
                "expected a number or a share of contexts or functions, found one in {}", bound.unit);
  }
  return bound.bound;
}

Result<RequirementOutcome> MeasureRequirement(const InputView& view, const Requirement& requirement,
                                              JobControl* job) {
  if (requirement.IsExponent()) return MeasureExponent(view, requirement, job);
  const Cct& tree = view.tree();
  RequirementOutcome outcome;
  outcome.metric = view.view.metric;
  if (!requirement.metric.empty()) {
    // A metric of the profile goes before a derived one of the same name, as in queries.
    Result<MetricIndex> metric = FindMetricByName(tree, requirement.metric);
    const DerivedMetric* const derived = FindDerivedMetric(view.input.derived, requirement.metric);
    if (!metric && derived != nullptr && !IsCount(requirement.what)) {
      RINGSCOPE_ASSIGN(const BoundFormula formula, FormulaOf(view, requirement, *derived));
      return MeasureDerived(view, requirement, formula, job);
    }
    RINGSCOPE_ASSIGN(outcome.metric, std::move(metric));
  }
  const ContextRange whole = RunOfWhole(requirement.bound, view.roots());
  const SelectScope scope{outcome.metric, view.roots(), view.input.derived};
  outcome.whole = tree.Inclusive(whole, outcome.metric);
  if (requirement.what == What::kTotal) {
    outcome.measured = tree.Inclusive(view.roots(), outcome.metric);
  } else {
    const FunctionIndex functions(tree.frames());
    RINGSCOPE_ASSIGN(const ContextSet matches,
                     SelectContexts(tree, functions, requirement.query, scope, job));
    RINGSCOPE_ASSIGN(const MatchTotals totals,
                     CountMatches(tree, functions, matches, view.roots(), outcome.metric, job));
    outcome.contexts = totals.contexts;
    if (requirement.what == What::kContexts) {
      outcome.measured = totals.contexts;
      outcome.whole = tree.context_count() - uint64_t{1};
    } else if (requirement.what == What::kFunctions) {
      outcome.measured = totals.functions;
      RINGSCOPE_ASSIGN(outcome.whole, CountFunctions(tree, functions, whole, job));
    } else {
      outcome.measured = requirement.what == What::kSelf ? totals.self : totals.inclusive;
    }
  }
  RINGSCOPE_ASSIGN(outcome.bound, IsCount(requirement.what)
                                      ? BoundOfCount(requirement.bound, outcome.whole)
                                      : StoredBoundOf(tree, requirement.bound, outcome.metric, scope));
  outcome.holds = TestOf(requirement.bound.comparison, outcome.bound)(outcome.measured);
  return outcome;
}

std::string DescribeOutcome(const Cct& tree, const Requirement& requirement,
                            const RequirementOutcome& outcome) {
  std::string line;
  if (!requirement.query_text.empty()) line = DisplayText(requirement.query_text) + ": ";
  line += WhatText(requirement.what);
  if (!requirement.metric.empty())
    line += fmt::format(
        " {}", DisplayText(outcome.is_derived ? requirement.metric : tree.metrics()[outcome.metric].name));
  if (requirement.IsExponent() && std::isnan(outcome.derived_measured))
    line += ": no curve fits its costs by input size";
  const std::string measured =
      outcome.is_derived ? DerivedText(outcome.derived_measured) : MeasuredText(tree, requirement, outcome);
  if (requirement.IsExponent())
    line += std::isnan(outcome.derived_measured) ? "" : fmt::format(" {:.3f}", outcome.derived_measured);
  else if (requirement.bound.bound_kind == BoundKind::kAbsolute)
    line += fmt::format(" {}", FullText(tree, requirement, outcome));
  else if (outcome.is_derived)
    line += fmt::format(" {} of {}", measured, DerivedText(outcome.derived_whole));
  else
    line += fmt::format(" {} ({})", ShareOfBoundText(requirement, outcome), measured);
  // A misspelled name would pass every upper bound: say it.
  if (requirement.what != What::kTotal && outcome.contexts == 0) line += ", no context matches";
  line += fmt::format(", required {}: {}", BoundText(requirement.bound), outcome.holds ? "ok" : "FAILED");
  return line;
}

Result<Requirement> ParseRequirement(std::string_view text) {
  Requirement requirement;
  requirement.text = text;
  const PlacedText whole = PlacedText{text, 0}.Trimmed();
  const auto parse = whole.text.starts_with(kDelta) ? ParseDelta : ParseMeasured;
  RINGSCOPE_ASSIGN(const PlacedText bound, parse(whole, requirement));
  RINGSCOPE_TRY(ParseBound(bound, requirement));
  if (requirement.IsExponent() &&
      (requirement.bound.bound_kind != BoundKind::kAbsolute || !requirement.bound.unit.empty()))
    return FailAtByte(bound.begin, "expected a plain number for an exponent, no share and no unit");
  return requirement;
}

std::string_view WhatText(Requirement::What what) {
  return std::ranges::find_if(kWhatWords, [&](const WhatWord& one) { return one.value == what; })->said;
}

std::string BoundText(const QueryNode& bound) {
  std::string text = fmt::format("{} {}", WordOf(kComparisonWords, bound.comparison), bound.bound);
  if (bound.bound_kind == BoundKind::kShareOfTotal) text += " %";
  if (bound.bound_kind == BoundKind::kShareOfViewRoot) text += " %%";
  if (!bound.unit.empty()) text += " " + bound.unit;
  return text;
}

}  // namespace ringscope
