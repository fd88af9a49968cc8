#include "app/cli/comparing/requirement.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "app/cli/comparing/comparison_values.h"
#include "app/core/display_text.h"
#include "cct/base/text/ascii.h"
#include "cct/base/text/number_text.h"
#include "cct/compare/answers/explanation.h"
#include "cct/query/metrics/metric_lookup.h"
#include "cct/query/sets/condition.h"
#include "cct/query/sets/select.h"

namespace ringscope {
namespace {

using What = Requirement::What;

constexpr size_t kMaxNamed = 3;

Result<uint32_t> FindMetric(const TreeComparison& comparison, const std::string& name) {
  if (name.empty()) return 0;
  std::vector<Metric> metrics;
  for (const ComparedMetric& one : comparison.metrics) metrics.push_back(one.metric);
  const auto find = [&](auto equals) {
    return std::ranges::find_if(metrics, [&](const Metric& one) { return equals(one.name, name); });
  };
  auto found = find([](std::string_view a, std::string_view b) { return a == b; });
  if (found == metrics.end()) found = find(EqualsFolded);
  if (found != metrics.end()) return static_cast<uint32_t>(found - metrics.begin());
  return Fail(ErrorCode::kNotFound, "expected a metric that is compared ({}), found '{}'",
              NameList(std::span<const Metric>(metrics)), name);
}

// Keeps the matches that only one side has.
void KeepLone(const TreeComparison& comparison, bool is_gone, ContextSet& matches) {
  const ContextKind lone = is_gone ? ContextKind::kGone : ContextKind::kNew;
  const ContextKind wrapper = is_gone ? ContextKind::kGoneWrapper : ContextKind::kNewWrapper;
  for (ContextId context = 0; context < matches.context_count(); ++context) {
    const ContextKind kind = comparison.kinds[context];
    if (kind != lone && kind != wrapper) matches.Erase(context);
  }
}

Result<ContextSet> Select(const TreeComparison& comparison, const Requirement& requirement,
                          const FunctionIndex& functions, MetricIndex column, ContextRange roots,
                          JobControl* job) {
  return SelectContexts(*comparison.tree, functions, requirement.query,
                        {column, roots, {}, &ContextDifferences}, job);
}

Result<void> CountLone(const TreeComparison& comparison, ContextRange roots, const Requirement& requirement,
                       ComparedOutcome& outcome, JobControl* job) {
  const Cct& tree = *comparison.tree;
  const bool is_gone = requirement.what == What::kGone;
  const MetricIndex column =
      comparison.metrics[outcome.metric].side[IndexOf(is_gone ? Side::kBefore : Side::kAfter)];
  const FunctionIndex functions(tree.frames());
  RINGSCOPE_ASSIGN(ContextSet matches, Select(comparison, requirement, functions, column, roots, job));
  KeepLone(comparison, is_gone, matches);
  RINGSCOPE_ASSIGN(const MatchTotals totals, CountMatches(tree, functions, matches, roots, column, job));
  outcome.contexts = totals.contexts;
  outcome.whole = tree.context_count() - uint64_t{1};
  outcome.dearest = DearestOf(tree, matches, roots, column, CostKind::kSelf, kMaxNamed);
  RINGSCOPE_ASSIGN(outcome.bound, BoundOfCount(requirement.bound, outcome.whole));
  outcome.holds = TestOf(requirement.bound.comparison, outcome.bound)(outcome.contexts);
  return {};
}

Result<void> MeasureDelta(const TreeComparison& comparison, ContextRange roots,
                          const Requirement& requirement, ComparedOutcome& outcome, JobControl* job) {
  const Cct& tree = *comparison.tree;
  const ComparedMetric& metric = comparison.metrics[outcome.metric];
  const FunctionIndex functions(tree.frames());
  ContextSet matches;
  if (requirement.what != What::kTotal) {
    RINGSCOPE_ASSIGN(matches, Select(comparison, requirement, functions, metric.side[1], roots, job));
  }
  const auto value = [&](MetricIndex column) -> Result<uint64_t> {
    if (requirement.what == What::kTotal) return tree.Inclusive(roots, column);
    RINGSCOPE_ASSIGN(const MatchTotals totals, CountMatches(tree, functions, matches, roots, column, job));
    outcome.contexts = totals.contexts;
    return requirement.what == What::kSelf ? totals.self : totals.inclusive;
  };
  RINGSCOPE_ASSIGN(outcome.values.before, value(metric.side[0]));
  RINGSCOPE_ASSIGN(outcome.values.after, value(metric.side[1]));
  if (metric.noise == NoiseKind::kRuns) {
    for (const MetricIndex column : metric.run) {
      RINGSCOPE_ASSIGN(const uint64_t of_run, value(column));
      outcome.values.run.push_back(static_cast<double>(of_run));
    }
  }
  outcome.is_within_noise = IsWithinNoise(comparison, metric, outcome.values);
  outcome.whole = tree.Inclusive(RunOfWhole(requirement.bound, roots), metric.side[0]);
  RINGSCOPE_ASSIGN(outcome.bound,
                   StoredBoundOf(tree, requirement.bound, metric.side[0], {metric.side[0], roots}));
  if (requirement.bound.bound_kind == BoundKind::kAbsolute)
    outcome.bound *= static_cast<long double>(metric.runs);
  const bool counts_as_none = metric.noise == NoiseKind::kRuns && outcome.is_within_noise;
  const auto difference = static_cast<int64_t>(outcome.values.after - outcome.values.before);
  outcome.holds = Compare(counts_as_none ? 0.0 : static_cast<double>(difference),
                          requirement.bound.comparison, static_cast<double>(outcome.bound));
  return {};
}

// "-11.68 % of the total before", with enough digits to tell it from the bound.
std::string ShareOfBefore(const Requirement& requirement, const ComparedOutcome& outcome) {
  const bool is_of_view_root = requirement.bound.bound_kind == BoundKind::kShareOfViewRoot;
  const std::string_view whole = is_of_view_root ? "the view root" : "the total";
  if (outcome.whole == 0) return fmt::format("{} before is 0", whole);
  const auto difference = static_cast<int64_t>(outcome.values.after - outcome.values.before);
  const double percent = 100 * static_cast<double>(difference) / static_cast<double>(outcome.whole);
  const double off = std::abs(percent - static_cast<double>(requirement.bound.bound));
  const bool is_close = off > 0 && off < 0.01;
  const std::string text = is_close ? fmt::format("{:+.9g}", percent) : fmt::format("{:+.2f}", percent);
  return fmt::format("{} % of {} before", text, whole);
}

// "+380 ms"; in full if rounding could hide on which side of an absolute bound it is.
std::string DifferenceText(const ComparisonValues& values, const Requirement& requirement,
                           const ComparedOutcome& outcome) {
  const auto difference = static_cast<int64_t>(outcome.values.after - outcome.values.before);
  const long double off = std::abs(static_cast<long double>(difference) - outcome.bound);
  const bool is_absolute = requirement.bound.bound_kind == BoundKind::kAbsolute;
  if (!is_absolute || off == 0 || off > std::abs(outcome.bound) / 20)
    return values.Difference(outcome.values.before, outcome.values.after);
  const Metric& metric = values.metric.metric;
  const double shown = static_cast<double>(difference) / static_cast<double>(values.metric.runs) /
                       static_cast<double>(metric.scale);
  const bool has_unit = !metric.unit.empty() && metric.unit != "count";
  return fmt::format("{:+.12g}{}{}", shown, has_unit ? " " : "", has_unit ? metric.unit : "");
}

// ", beyond noise"; empty if there is no difference, or no noise.
std::string NoiseOf(const TreeComparison& comparison, const ComparedOutcome& outcome) {
  if (outcome.values.before == outcome.values.after) return {};
  switch (comparison.metrics[outcome.metric].noise) {
    case NoiseKind::kNone:
      return {};
    case NoiseKind::kUnknown:
      return ", noise not known";
    case NoiseKind::kSamples:
      return outcome.is_within_noise ? ", within noise" : ", beyond noise";
    case NoiseKind::kRuns:
      break;
  }
  const size_t before = comparison.RunsOf(Side::kBefore), after = comparison.RunsOf(Side::kAfter);
  return outcome.is_within_noise
             ? fmt::format(", within the noise of {} and {} runs, which counts as no difference", before,
                           after)
             : fmt::format(", beyond the noise of {} and {} runs", before, after);
}

std::string DescribeLone(const TreeComparison& comparison, const Requirement& requirement,
                         const ComparedOutcome& outcome) {
  const std::string side(WhatText(requirement.what));
  std::string line = CountedText(outcome.contexts, side + " context");
  for (size_t k = 0; k < outcome.dearest.size(); ++k)
    line += (k == 0 ? " (" : ", ") + ContextName(*comparison.tree, outcome.dearest[k]);
  if (outcome.contexts > outcome.dearest.size()) line += ", ...";
  return line + (outcome.dearest.empty() ? "" : ")");
}

std::string DescribeDelta(const TreeComparison& comparison, const Requirement& requirement,
                          const ComparedOutcome& outcome) {
  const ComparedMetric& metric = comparison.metrics[outcome.metric];
  const ComparisonValues values{comparison, metric, {}};
  std::string line(WhatText(requirement.what));
  if (!requirement.metric.empty()) line += " " + DisplayText(metric.metric.name);
  line += fmt::format(" {} before, {} after, {} ({})", values.Text(outcome.values.before),
                      values.Text(outcome.values.after), DifferenceText(values, requirement, outcome),
                      ShareOfBefore(requirement, outcome));
  line += NoiseOf(comparison, outcome);
  // A misspelled name would pass every upper bound: say it.
  if (requirement.what != What::kTotal && outcome.contexts == 0) line += ", no context matches";
  return line;
}

}  // namespace

Result<ComparedOutcome> MeasureComparedRequirement(const TreeComparison& comparison, ContextRange roots,
                                                   const Requirement& requirement, JobControl* job) {
  ComparedOutcome outcome;
  RINGSCOPE_ASSIGN(outcome.metric, FindMetric(comparison, requirement.metric));
  const auto measure = requirement.is_delta ? MeasureDelta : CountLone;
  RINGSCOPE_TRY(measure(comparison, roots, requirement, outcome, job));
  return outcome;
}

std::string DescribeComparedOutcome(const TreeComparison& comparison, const Requirement& requirement,
                                    const ComparedOutcome& outcome) {
  const auto describe = requirement.is_delta ? DescribeDelta : DescribeLone;
  return fmt::format("{}{}, required {}: {}",
                     requirement.query_text.empty() ? "" : DisplayText(requirement.query_text) + ": ",
                     describe(comparison, requirement, outcome), BoundText(requirement.bound),
                     outcome.holds ? "ok" : "FAILED");
}

void AddOutcome(const TreeComparison& comparison, const Requirement& requirement,
                const ComparedOutcome& outcome, ReportValue::Object& members) {
  if (requirement.is_delta) {
    const ComparisonValues values{comparison, comparison.metrics[outcome.metric], {}};
    values.AddBoth(outcome.values.before, outcome.values.after, members);
    members.push_back({"whole", values.Value(outcome.whole)});
    members.push_back({"within_noise", outcome.is_within_noise});
  } else {
    members.push_back({"measured", outcome.contexts});
    members.push_back({"whole", outcome.whole});
  }
  members.push_back({"contexts", outcome.contexts});
}

}  // namespace ringscope
