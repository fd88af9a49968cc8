#include "cct/compare/answers/function_series.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "cct/query/metrics/value_runs.h"
#include "cct/statistics/outliers.h"
#include "cct/statistics/rank_test.h"

namespace ringscope {
namespace {

// Contexts whose values are fetched at once.
constexpr uint32_t kSeriesRun = 1u << 14;

}  // namespace

std::vector<CostStep> CostSteps(std::span<const double> values, const std::vector<Step>& steps) {
  std::vector<CostStep> costs;
  const auto median_between = [&](size_t begin, size_t end) {
    return MedianOf(values.subspan(begin, end - begin));
  };
  for (size_t k = 0; k < steps.size(); ++k) {
    const size_t begin = k == 0 ? 0 : steps[k - 1].at;
    const size_t end = k + 1 == steps.size() ? values.size() : steps[k + 1].at;
    costs.push_back({steps[k].at, median_between(begin, steps[k].at), median_between(steps[k].at, end),
                     steps[k].probability});
  }
  return costs;
}

double SeriesValue(const Series& series, const SeriesMetric& metric, size_t execution, uint64_t value,
                   bool by_share) {
  if (!by_share) return static_cast<double>(value);
  const uint64_t total = series.tree->Total(metric.run[execution]);
  return total == 0 ? 0 : static_cast<double>(value) / static_cast<double>(total);
}

Result<SeriesChanges> BuildSeriesChanges(const Series& series, const SeriesMetric& metric, bool by_share,
                                         JobControl* job) {
  const Cct& tree = *series.tree;
  const size_t executions = metric.run.size();
  BeginUnits(job, uint64_t{tree.context_count()} * executions);
  std::vector<std::vector<uint64_t>> self(executions);  // by execution, then by frame
  std::vector<uint64_t> values_of_run(kSeriesRun);
  for (size_t e = 0; e < executions; ++e) {
    self[e].resize(tree.frames().size());
    for (ContextId begin = 0; begin < tree.context_count();) {
      RINGSCOPE_TRY(ReachUnits(job, uint64_t{tree.context_count()} * e + begin));
      const ContextRange run{begin, begin + std::min(kSeriesRun, tree.context_count() - begin)};
      SelfOfRun(tree, run, metric.run[e], std::span(values_of_run).first(run.size()));
      for (ContextId context = begin; context < run.end; ++context) {
        const FrameId frame = tree.FrameOf(context);
        // In a damaged file a frame may be any number.
        if (frame < self[e].size()) self[e][frame] += values_of_run[context - begin];
      }
      begin = run.end;
    }
  }

  SeriesChanges changes;
  std::vector<double> values(executions);
  StepFinder finder;
  std::vector<double> probabilities;
  std::vector<std::pair<size_t, std::vector<double>>> tested;  // row + 1, or 0 for the total; its values
  const auto test = [&](size_t row) {
    probabilities.push_back(finder.Clearest(values).probability);
    tested.emplace_back(row, values);
  };
  if (!by_share) {
    for (size_t e = 0; e < executions; ++e) values[e] = static_cast<double>(tree.Total(metric.run[e]));
    test(0);
  }
  for (FrameId frame = 0; frame < tree.frames().size(); ++frame) {
    double largest_share = 0;
    for (size_t e = 0; e < executions; ++e) {
      values[e] = SeriesValue(series, metric, e, self[e][frame], by_share);
      largest_share = std::max(largest_share, SeriesValue(series, metric, e, self[e][frame], true));
    }
    const auto [least, most] = std::ranges::minmax_element(values);
    if (*least == *most) continue;
    FunctionSeries& function = changes.functions.emplace_back();
    function.frame = frame;
    function.spread = *most - *least;
    for (size_t e = 0; e < executions; ++e) function.self.push_back(self[e][frame]);
    if (largest_share >= kLeastSteppingShare) test(changes.functions.size());
  }
  changes.tested = tested.size();
  changes.first_self = std::move(self.front());
  const std::vector<bool> found = Discoveries(probabilities, kFalseSteps);
  for (size_t k = 0; k < tested.size(); ++k) {
    if (!found[k]) continue;
    const auto& [row, its_values] = tested[k];
    (row == 0 ? changes.total_steps : changes.functions[row - 1].steps) =
        CostSteps(its_values, finder.AllFrom(its_values, kFurtherStep));
  }
  std::ranges::sort(changes.functions, [&](const FunctionSeries& a, const FunctionSeries& b) {
    if (a.spread != b.spread) return a.spread > b.spread;
    const Frame x = tree.frames()[a.frame], y = tree.frames()[b.frame];
    return std::tie(x.name, x.module, x.file) < std::tie(y.name, y.module, y.file);
  });
  return changes;
}

}  // namespace ringscope
