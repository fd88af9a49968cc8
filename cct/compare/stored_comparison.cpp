#include "cct/compare/stored_comparison.h"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <string>
#include <utility>

#include "cct/compare/columns/common_metrics.h"
#include "cct/query/metrics/metric_lookup.h"
#include "cct/tree/metric_sides.h"

namespace ringscope {
namespace {

double Displayed(const Cct& tree, MetricIndex metric) {
  const uint64_t scale = std::max<uint64_t>(tree.metrics()[metric].scale, 1);
  return static_cast<double>(tree.Total(metric)) / static_cast<double>(scale);
}

// The columns of single executions; with one execution a side, those of the sides.
std::vector<MetricIndex> RunColumnsOf(const Cct& tree, const MetricSides& sides) {
  const auto metrics = tree.metrics();
  const std::vector<Execution>& executions = tree.report().executions;
  std::vector<MetricIndex> run;
  for (const Execution& execution : executions)
    run.push_back(execution.side == Side::kBefore ? sides.before : sides.after);
  const std::string_view name = NameOfCompared(metrics[sides.before]);
  for (MetricIndex i = 0; i < metrics.size(); ++i) {
    const Metric& metric = metrics[i];
    if (metric.role == MetricRole::kExecution && metric.execution < run.size() &&
        NameOfCompared(metric) == name)
      run[metric.execution] = i;
  }
  return run;
}

// How many samples each sample of an execution stands for.
double SamplesPerSample(const Execution& execution) {
  const std::string_view said = execution.ValueOf(kSamplesPerSample);
  uint64_t factor = 0;
  const bool is_number = std::from_chars(said.begin(), said.end(), factor).ptr == said.end();
  return is_number && factor > 0 ? static_cast<double>(factor) : 1;
}

// The number of samples of a side, from the columns of its runs: the side's own may stand for more runs.
double SamplesOf(const TreeComparison& comparison, const MetricSides& samples, Side side) {
  const std::vector<MetricIndex> columns = RunColumnsOf(*comparison.tree, samples);
  double sum = 0;
  for (size_t run = 0; run < columns.size(); ++run) {
    const Execution& execution = comparison.executions()[run];
    if (execution.side == side)
      sum += Displayed(*comparison.tree, columns[run]) / SamplesPerSample(execution);
  }
  return sum;
}

void FindStoredNoise(const TreeComparison& comparison, const std::optional<MetricSides>& samples,
                     ComparedMetric& compared) {
  if (comparison.RunsOf(Side::kBefore) > 1 && comparison.RunsOf(Side::kAfter) > 1) {
    compared.noise = NoiseKind::kRuns;
    return;
  }
  if (IsExactCount(compared.metric.name, compared.metric.unit)) return;
  compared.noise = samples ? NoiseKind::kSamples : NoiseKind::kUnknown;
  if (!samples) return;
  for (const Side side : {Side::kBefore, Side::kAfter}) {
    const double count = SamplesOf(comparison, *samples, side);
    const auto total = static_cast<double>(comparison.Total(compared, side));
    compared.sample_value[IndexOf(side)] = count > 0 ? total / count : 0;
  }
}

constexpr ContextId kStoredContextsBetweenPolls = 1u << 14;

}  // namespace

std::optional<TreeComparison> StoredComparison(CctPtr tree) {
  TreeComparison comparison;
  comparison.tree = std::move(tree);
  const auto metrics = comparison.tree->metrics();
  const size_t before = comparison.RunsOf(Side::kBefore), after = comparison.RunsOf(Side::kAfter);
  if (before == 0 || after == 0) return std::nullopt;
  std::optional<MetricSides> samples;
  for (MetricIndex i = 0; i < metrics.size(); ++i) {
    if (metrics[i].role != MetricRole::kBefore) continue;
    const std::optional<MetricSides> sides = SidesOf(metrics, i);
    if (!sides || sides->before != i) continue;
    ComparedMetric& compared = comparison.metrics.emplace_back();
    compared.metric = {std::string(NameOfCompared(metrics[i])), metrics[i].unit, metrics[i].scale};
    compared.side = {sides->before, sides->after};
    compared.change = sides->change.value_or(sides->before);
    compared.change_scale = metrics[compared.change].scale;
    comparison.by_share |= sides->change && compared.change_scale == kShareUnits;
    compared.runs = std::lcm(before, after);
    compared.run = RunColumnsOf(*comparison.tree, *sides);
    if (!samples && IsSampleCount(compared.metric.name, compared.metric.unit)) samples = sides;
    if (!comparison.calls && IsCallsName(compared.metric.name))
      comparison.calls = static_cast<uint32_t>(comparison.metrics.size() - 1);
  }
  if (comparison.metrics.empty()) return std::nullopt;
  for (ComparedMetric& compared : comparison.metrics) {
    // A metric that counts samples is its own number of samples.
    const bool counts = IsSampleCount(compared.metric.name, compared.metric.unit);
    FindStoredNoise(comparison, counts ? SidesOf(metrics, compared.side[0]) : samples, compared);
  }
  return comparison;
}

const ComparedMetric* FindCompared(const TreeComparison& comparison, MetricIndex column) {
  const auto sides = SidesOf(comparison.tree->metrics(), column);
  if (!sides) return nullptr;
  const auto found = std::ranges::find_if(
      comparison.metrics, [&](const ComparedMetric& one) { return one.side[0] == sides->before; });
  return found == comparison.metrics.end() ? nullptr : &*found;
}

ContextKind FindKind(const TreeComparison& comparison, ContextId context) {
  if (context == kRootContext) return ContextKind::kCommon;
  const Cct& tree = *comparison.tree;
  const auto costs = [&](Side side, bool is_self) {
    return std::ranges::any_of(comparison.metrics, [&](const ComparedMetric& metric) {
      const MetricIndex column = metric.side[IndexOf(side)];
      return (is_self ? tree.Self(context, column) : tree.Inclusive(context, column)) != 0;
    });
  };
  if ((tree.FlagsOf(context) & kIsWrapper) != 0)
    return costs(Side::kBefore, true) ? ContextKind::kGoneWrapper : ContextKind::kNewWrapper;
  const bool before = costs(Side::kBefore, false), after = costs(Side::kAfter, false);
  if (before == after) return ContextKind::kCommon;
  return before ? ContextKind::kGone : ContextKind::kNew;
}

Result<std::vector<ContextKind>> FindKinds(const TreeComparison& comparison, JobControl* job) {
  const Cct& tree = *comparison.tree;
  BeginUnits(job, tree.context_count());
  std::vector<ContextKind> kinds(tree.context_count(), ContextKind::kCommon);
  for (ContextId context = 1; context < tree.context_count(); ++context) {
    if (context % kStoredContextsBetweenPolls == 0) RINGSCOPE_TRY(ReachUnits(job, context));
    kinds[context] = FindKind(comparison, context);
  }
  return kinds;
}

std::vector<ContextId> TopmostOfKind(const TreeComparison& comparison, const ComparedMetric& metric,
                                     ContextKind kind) {
  const Cct& tree = *comparison.tree;
  std::vector<ContextId> found;
  for (ContextId caller = 0; caller < tree.context_count(); ++caller) {
    if (comparison.kinds[caller] == kind) continue;
    const ContextRange callees = tree.ChildrenOf(caller);
    for (ContextId callee = callees.begin; callee < callees.end; ++callee)
      if (comparison.kinds[callee] == kind) found.push_back(callee);
  }
  const bool is_gone = kind == ContextKind::kGone || kind == ContextKind::kGoneWrapper;
  const MetricIndex column = metric.side[is_gone ? 0 : 1];
  std::ranges::stable_sort(
      found, [&](ContextId a, ContextId b) { return tree.Inclusive(a, column) > tree.Inclusive(b, column); });
  return found;
}

}  // namespace ringscope
