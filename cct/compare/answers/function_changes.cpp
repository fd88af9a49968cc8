#include "cct/compare/answers/function_changes.h"

#include <algorithm>
#include <cmath>

#include "cct/query/sets/function_index.h"
#include "cct/statistics/moderated_test.h"
#include "cct/statistics/outliers.h"

namespace ringscope {
namespace {

constexpr ContextId kContextsBetweenPolls = 1u << 16;

void TestRuns(const TreeComparison& comparison, const ComparedMetric& metric,
              std::vector<FunctionChange>& functions) {
  std::vector<RunsOfSides> runs;
  for (FunctionChange& function : functions) {
    const RunsOfSides& its_runs = runs.emplace_back(RunsOf(comparison, metric, function.self));
    if (std::min(its_runs.before().size(), its_runs.after().size()) < kRunsForModeratedTest) return;
    if (!its_runs.has_test()) continue;
    function.runs = {MedianOf(its_runs.before()), MedianOf(its_runs.after()),
                     ShiftBetween(its_runs.before(), its_runs.after())};
  }
  std::vector<TwoSides> sides;
  for (const RunsOfSides& one : runs) sides.push_back({one.before(), one.after()});
  const std::vector<double> probabilities = ModeratedProbabilities(sides);
  const std::vector<bool> found = Discoveries(probabilities, kFalseDiscoveries);
  for (size_t k = 0; k < functions.size(); ++k) {
    functions[k].probability = probabilities[k];
    functions[k].stands_out = found[k];
    if (found[k]) functions[k].is_within_noise = false;
  }
}

// `equal`: how many further functions cost the same on both sides; they are not in `functions`.
void FindOutliers(const TreeComparison& comparison, const ComparedMetric& metric, size_t equal,
                  std::vector<FunctionChange>& functions) {
  if (metric.noise == NoiseKind::kUnknown || functions.size() + equal < kFunctionsForOutliers) return;
  std::vector<double> differences;
  for (const FunctionChange& one : functions) {
    differences.push_back(metric.noise == NoiseKind::kSamples ? SampleDeviations(comparison, metric, one.self)
                          : comparison.by_share
                              ? ShareDifference(comparison, metric, one.self.before, one.self.after)
                              : static_cast<double>(one.self.after) - static_cast<double>(one.self.before));
  }
  differences.resize(differences.size() + equal, 0);
  const std::vector<double> scores = ModifiedZScores(differences);
  for (size_t k = 0; k < functions.size(); ++k) {
    functions[k].score = scores[k];
    functions[k].stands_out = std::abs(scores[k]) > kOutlierScore && !functions[k].is_within_noise;
  }
}

}  // namespace

CostSplit SplitCost(uint64_t cost_before, uint64_t cost_after, uint64_t calls_before, uint64_t calls_after) {
  const auto difference = static_cast<double>(cost_after) - static_cast<double>(cost_before);
  if (calls_before == 0) return calls_after == 0 ? CostSplit{0, difference} : CostSplit{difference, 0};
  const double more_calls = static_cast<double>(calls_after) - static_cast<double>(calls_before);
  CostSplit split;
  split.more_calls = more_calls * static_cast<double>(cost_before) / static_cast<double>(calls_before);
  split.cost_a_call = difference - split.more_calls;
  return split;
}

double ShareDifference(const TreeComparison& comparison, const ComparedMetric& metric, uint64_t before,
                       uint64_t after) {
  const auto share = [](uint64_t part, uint64_t whole) {
    return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
  };
  return share(after, comparison.Total(metric, Side::kAfter)) -
         share(before, comparison.Total(metric, Side::kBefore));
}

ComparedValues ValuesOf(const TreeComparison& comparison, const ComparedMetric& metric, ContextId context,
                        bool is_self) {
  const Cct& tree = *comparison.tree;
  const auto value = [&](MetricIndex column) {
    return is_self ? tree.Self(context, column) : tree.Inclusive(context, column);
  };
  ComparedValues values{value(metric.side[0]), value(metric.side[1]), {}};
  if (metric.noise == NoiseKind::kRuns) {
    for (const MetricIndex run : metric.run) values.run.push_back(static_cast<double>(value(run)));
  }
  return values;
}

Result<std::vector<FunctionChange>> BuildFunctionChanges(const TreeComparison& comparison,
                                                         const ComparedMetric& metric, JobControl* job) {
  const Cct& tree = *comparison.tree;
  BeginUnits(job, tree.context_count());
  std::vector<FunctionChange> functions(tree.frames().size());
  const bool has_runs = metric.noise == NoiseKind::kRuns;
  const ComparedMetric* calls = comparison.calls ? &comparison.metrics[*comparison.calls] : nullptr;
  if (calls != nullptr && calls->metric.name == metric.metric.name) calls = nullptr;
  for (ContextId context = 0; context < tree.context_count(); ++context) {
    if (context % kContextsBetweenPolls == 0) RINGSCOPE_TRY(ReachUnits(job, context));
    const uint64_t before = tree.Self(context, metric.side[0]), after = tree.Self(context, metric.side[1]);
    const FrameId frame = tree.FrameOf(context);  // of a damaged file any number
    if ((before == 0 && after == 0) || frame >= functions.size()) continue;
    FunctionChange& function = functions[frame];
    function.self.before += before;
    function.self.after += after;
    if (has_runs) {
      function.self.run.resize(metric.run.size(), 0);
      for (size_t e = 0; e < metric.run.size(); ++e)
        function.self.run[e] += static_cast<double>(tree.Self(context, metric.run[e]));
    }
    if (calls == nullptr) continue;
    const CostSplit split =
        SplitCost(before, after, tree.Self(context, calls->side[0]), tree.Self(context, calls->side[1]));
    if (!function.split) function.split.emplace();
    function.split->more_calls += split.more_calls;
    function.split->cost_a_call += split.cost_a_call;
  }
  const auto size_of = [&](const FunctionChange& one) {
    if (comparison.by_share)
      return std::abs(ShareDifference(comparison, metric, one.self.before, one.self.after));
    // Subtracts as integers: near 2^63 both values may round to the same double.
    const auto [less, more] = std::minmax(one.self.before, one.self.after);
    return static_cast<double>(more - less);
  };
  std::vector<std::pair<double, FrameId>> order;
  size_t equal = 0;
  for (FrameId frame = 0; frame < functions.size(); ++frame) {
    functions[frame].frame = frame;
    const double size = size_of(functions[frame]);
    if (size > 0) order.emplace_back(size, frame);
    equal += size == 0 && functions[frame].self.before > 0 ? 1 : 0;
  }
  std::sort(order.begin(), order.end(), [&](const auto& a, const auto& b) {
    if (a.first != b.first) return a.first > b.first;
    const Frame x = tree.frames()[a.second], y = tree.frames()[b.second];
    return std::tie(x.name, x.module, x.file) < std::tie(y.name, y.module, y.file);
  });
  std::vector<FunctionChange> sorted;
  std::vector<std::string_view> names;
  for (const auto& [size, frame] : order) {
    sorted.push_back(std::move(functions[frame]));
    sorted.back().is_within_noise = IsWithinNoise(comparison, metric, sorted.back().self);
    names.push_back(tree.frames().name(frame));
  }
  const std::vector<uint8_t> shared = SharedNames(names);
  for (size_t k = 0; k < sorted.size(); ++k) sorted[k].shares_name = shared[k] != 0;
  if (has_runs)
    TestRuns(comparison, metric, sorted);
  else
    FindOutliers(comparison, metric, equal, sorted);
  return sorted;
}

}  // namespace ringscope
