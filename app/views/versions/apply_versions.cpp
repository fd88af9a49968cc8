#include <algorithm>

#include "app/compare/compare_actions.h"
#include "app/views/kind_place.h"
#include "app/views/versions/version_groups.h"
#include "app/views/versions/versions_actions.h"
#include "app/views/versions/versions_kind.h"
#include "cct/query/metrics/value_runs.h"
#include "cct/statistics/rank_test.h"
#include "cct/tree/metric_sides.h"

namespace ringscope::versions {
namespace {

// Which metric of the series a column of its tree belongs to; the first one where that is none.
size_t MetricOf(const Series& series, MetricIndex column) {
  const std::string_view name = NameOfCompared(series.tree->metrics()[column]);
  const auto found = std::find_if(series.metrics.begin(), series.metrics.end(),
                                  [&](const SeriesMetric& one) { return one.metric.name == name; });
  return found == series.metrics.end() ? 0 : static_cast<size_t>(found - series.metrics.begin());
}

std::vector<uint64_t> SelfByFrame(const Cct& tree, MetricIndex column) {
  constexpr uint32_t kRun = 1u << 14;
  std::vector<uint64_t> self(tree.frames().size()), values(kRun);
  for (ContextId begin = 0; begin < tree.context_count();) {
    const ContextRange run{begin, begin + std::min(kRun, tree.context_count() - begin)};
    SelfOfRun(tree, run, column, std::span(values).first(run.size()));
    for (ContextId context = begin; context < run.end; ++context) {
      // Not so in a damaged file.
      if (const FrameId frame = tree.FrameOf(context); frame < self.size())
        self[frame] += values[context - begin];
    }
    begin = run.end;
  }
  return self;
}

// Each benchmark's executions are a series of their own.
std::vector<FoundBenchmark> FindBenchmarks(const FoundSeries& found, bool by_share) {
  std::vector<FoundBenchmark> benchmarks;
  std::vector<std::vector<double>> totals;
  std::vector<double> probabilities;
  StepFinder finder;
  const SeriesMetric& metric = found.series.metrics[found.metric];
  for (ExecutionGroup& group : BenchmarksOf(found.series.executions())) {
    std::vector<double>& values = totals.emplace_back();
    for (const size_t execution : group.executions)
      values.push_back(static_cast<double>(found.series.tree->Total(metric.run[execution])));
    probabilities.push_back(by_share ? 1 : finder.Clearest(values).probability);
    benchmarks.push_back({std::move(group.name), std::move(group.executions), {}});
  }
  const std::vector<bool> steps = Discoveries(probabilities, kFalseSteps);
  for (size_t k = 0; k < benchmarks.size(); ++k) {
    if (!steps[k]) continue;
    benchmarks[k].steps = CostSteps(totals[k], finder.AllFrom(totals[k], kFurtherStep));
    for (CostStep& step : benchmarks[k].steps) step.execution = benchmarks[k].executions[step.execution];
  }
  return benchmarks;
}

// Null where the active view holds no series.
ViewState* ActiveSeries(AppState& state) {
  ViewState* view = ActiveView(state);
  return view != nullptr && HasSeries(*view) ? view : nullptr;
}

}  // namespace

ChosenExecutions ChosenOf(const ViewState& view) {
  ChosenExecutions chosen = view.kinds.Get<ChosenExecutions>();
  if (chosen.tree != view.shown.tree) chosen = {view.shown.tree, {}, {}, {}};
  return chosen;
}

Wanted WantedOf(const ViewState& view) { return {view.shown.tree, view.metric, PlotOf(view).by_share}; }

bool HasSeries(const ViewState& view) { return !ColumnsByExecution(view.tree()).empty(); }

Result<FoundSeries> FindSeries(const Wanted& wanted, JobControl& job) {
  std::optional<Series> series = StoredSeries(wanted.tree);
  if (!series) return Fail(ErrorCode::kInvalidArgument, "expected a profile of several executions");
  FoundSeries found;
  found.series = std::move(*series);
  found.metric = MetricOf(found.series, wanted.metric);
  const SeriesMetric& metric = found.series.metrics[found.metric];
  RINGSCOPE_ASSIGN(found.changes, BuildSeriesChanges(found.series, metric, wanted.by_share, &job));
  found.benchmarks = FindBenchmarks(found, wanted.by_share);
  found.first_self = SelfByFrame(*wanted.tree, metric.run.front());
  return found;
}

const Plotted* PlottedOf(const AppState& state, const ViewState& view) {
  return state.kinds.Get<AllPlotted>().Find(WantedOf(view));
}

void Refresh(AppState& state, apply::Effects& effects) {
  const auto wanted = [](const ViewState& view) -> std::optional<Wanted> {
    if (&view.kind() != &Kind() || !HasSeries(view)) return std::nullopt;
    return WantedOf(view);
  };
  RefreshAnswers<Wanted, FoundSeries>(state, "Looking for steps", wanted, FindSeries, effects);
}

void Do(AppState& state, const ChooseExecution& choose, apply::Effects&) {
  ViewState* view = ActiveSeries(state);
  if (view == nullptr || choose.execution >= view->tree().report().executions.size()) return;
  ChosenExecutions chosen = ChosenOf(*view);
  chosen.cursor = choose.execution;
  if (chosen.chosen != choose.execution) chosen.before = std::exchange(chosen.chosen, choose.execution);
  view->kinds.Set(std::move(chosen));
}

void Do(AppState& state, const MoveCursor& move, apply::Effects& effects) {
  ViewState* view = ActiveSeries(state);
  if (view == nullptr) return;
  const std::vector<size_t> order = DrawnOrder(VersionsOf(view->tree().report().executions));
  ChosenExecutions chosen = ChosenOf(*view);
  const auto at = chosen.cursor ? std::find(order.begin(), order.end(), *chosen.cursor) : order.end();
  const auto last = static_cast<ptrdiff_t>(order.size()) - 1;
  // From outside keys come in at the end that they leave from.
  ptrdiff_t place = move.steps > 0 ? -1 : last + 1;
  if (at != order.end()) place = at - order.begin();
  chosen.cursor = order[static_cast<size_t>(std::clamp<ptrdiff_t>(place + move.steps, 0, last))];
  const std::optional<size_t> cursor = chosen.cursor;
  view->kinds.Set(std::move(chosen));
  Do(state, PointAtExecution{state.active_pane, cursor}, effects);
}

void Do(AppState& state, const DrawPlot& draw, apply::Effects& effects) {
  GoToPlace(state, draw.place, effects);
}

void Do(AppState& state, const CompareChosen&, apply::Effects& effects) {
  const ViewState* view = ActiveSeries(state);
  if (view == nullptr) return;
  const ChosenExecutions chosen = ChosenOf(*view);
  if (!chosen.chosen || !chosen.before) return;
  const std::vector<Version> versions = VersionsOf(view->tree().report().executions);
  size_t before = VersionOf(versions, *chosen.before), after = VersionOf(versions, *chosen.chosen);
  action::CompareExecutions compare{view->document, view->shown.tree, {}, {}};
  if (before == after) {
    compare.before = {std::min(*chosen.before, *chosen.chosen)};
    compare.after = {std::max(*chosen.before, *chosen.chosen)};
  } else {
    if (before > after) std::swap(before, after);
    compare.before = versions[before].executions;
    compare.after = versions[after].executions;
  }
  apply::Do(state, compare, effects);
}

}  // namespace ringscope::versions
