#include "app/views/versions/versions.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "app/compare/compare.h"
#include "app/view/command.h"
#include "app/view/kind/view_kind.h"
#include "app/view/navigation.h"
#include "app/view/panes/panes.h"
#include "app/view/steps/steps.h"
#include "app/views/versions/versions_model.h"
#include "cct/base/text/number_text.h"
#include "cct/statistics/rank_test.h"
#include "cct/tree/metric_sides.h"

namespace ringscope::versions {
namespace {

// The metric of the series that a column of its tree belongs to; the first metric if it belongs to none.
size_t MetricOf(const Series& series, MetricIndex column) {
  const std::string_view name = NameOfCompared(series.tree->metrics()[column]);
  const auto found =
      std::ranges::find_if(series.metrics, [&](const SeriesMetric& one) { return one.metric.name == name; });
  return found == series.metrics.end() ? 0 : static_cast<size_t>(found - series.metrics.begin());
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

// The active view; null if it has no series.
ViewState* ActiveSeries(AppState& state) {
  ViewState* view = ActiveView(state);
  return view != nullptr && HasSeries(*view) ? view : nullptr;
}

}  // namespace

ChosenExecutions ChosenOf(const ViewState& view) {
  ChosenExecutions chosen = view.slots.Get<ChosenExecutions>();
  if (chosen.tree != view.shown.tree) chosen = {view.shown.tree, {}, {}, {}};
  return chosen;
}

std::optional<Wanted> Wanted::Of(const AppState&, const ViewState& view) {
  if (!HasSeries(view)) return std::nullopt;
  return Wanted{view.shown.tree, view.metric, PlotOf(view).by_share};
}

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
  return found;
}

void Do(AppState& state, const ChooseExecution& choose, action::Effects&) {
  ViewState* view = ActiveSeries(state);
  if (view == nullptr || choose.execution >= view->tree().report().executions.size()) return;
  ChosenExecutions chosen = ChosenOf(*view);
  chosen.cursor = choose.execution;
  if (chosen.chosen != choose.execution) chosen.before = std::exchange(chosen.chosen, choose.execution);
  view->slots.Get<ChosenExecutions>() = std::move(chosen);
}

void Do(AppState& state, const MoveCursor& move, action::Effects& effects) {
  ViewState* view = ActiveSeries(state);
  if (view == nullptr) return;
  const std::vector<size_t> order = DrawnOrder(VersionsOf(view->tree().report().executions));
  ChosenExecutions chosen = ChosenOf(*view);
  const auto at = chosen.cursor ? std::ranges::find(order, *chosen.cursor) : order.end();
  const auto last = static_cast<ptrdiff_t>(order.size()) - 1;
  // Without a cursor, a step forward goes to the first execution, a step back to the last one.
  ptrdiff_t place = move.steps > 0 ? -1 : last + 1;
  if (at != order.end()) place = at - order.begin();
  chosen.cursor = order[static_cast<size_t>(std::clamp<ptrdiff_t>(place + move.steps, 0, last))];
  const std::optional<size_t> cursor = chosen.cursor;
  view->slots.Get<ChosenExecutions>() = std::move(chosen);
  Do(state, PointAtExecution{state.active_pane, cursor}, effects);
}

void Do(AppState& state, const CompareChosen&, action::Effects& effects) {
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
  action::Do(state, compare, effects);
}

namespace {

std::optional<Action> Choose(const ViewState& view) {
  if (!ChosenOf(view).cursor) return std::nullopt;
  return ChooseExecution{*ChosenOf(view).cursor};
}

std::optional<Action> Compare(const ViewState& view) {
  if (!ChosenOf(view).before) return std::nullopt;
  return CompareChosen{};
}

std::string WhyNotCompare(const AppState& state) {
  if (ActiveView(state) == nullptr) return {};
  return ActiveOf<Kind>(state) != nullptr ? "Choose two executions to compare them"
                                          : "This compares executions of a series: show versions";
}

std::optional<Action> Rings(const ViewState& view) {
  const ChosenExecutions chosen = ChosenOf(view);
  if (!chosen.cursor && !chosen.chosen) return std::nullopt;
  return ShowRings{chosen.cursor ? *chosen.cursor : *chosen.chosen};
}

constexpr std::string_view kGroup = "Chart";

constexpr std::array kCommands{
    Command{"chart.versions", kGroup, "Versions: the executions of a series as a plot, or back to the rings",
            "Shift+V", ToggleKind<Kind>},
    Command{"versions.choose", kGroup, "Versions: choose the execution at the cursor", "Enter",
            OfKind<Kind, Choose>},
    Command{"versions.compare", kGroup, "Versions: compare the two executions that were chosen", "X",
            OfKind<Kind, Compare>, false, nullptr, WhyNotCompare},
    Command{"versions.rings", kGroup, "Versions: the rings of the execution beside, which follow the pointer",
            "", OfKind<Kind, Rings>},
    Command{"versions.apart", kGroup, "Versions: a small plot for each line or benchmark, or all in one", "",
            ChangePlace<Kind, PlotPlace, Flip<&PlotPlace::is_apart>>},
};

void WalkTo(AppState& state, action::Walk to, action::Effects& effects) {
  if (to == action::Walk::kBefore) Do(state, MoveCursor{-1}, effects);
  if (to == action::Walk::kBehind) Do(state, MoveCursor{1}, effects);
}

constexpr std::array kSaved{
    SavedRow<&SavedKind::place, &PlotPlace::from_zero, SwitchForm>("plot_from_zero"),
    SavedRow<&SavedKind::place, &PlotPlace::by_share, SwitchForm>("plot_shares"),
    SavedRow<&SavedKind::place, &PlotPlace::is_apart, SwitchForm>("plot_apart"),
};

SavedCommand CommandOf(const SavedKind& saved) {
  const PlotPlace& place = saved.place.Get<PlotPlace>();
  SavedCommand command{.words = {"plot"}};
  if (place.by_share) command.words.emplace_back("--share");
  if (!place.from_zero) command.words.emplace_back("--from-least");
  if (place.is_apart) command.words.emplace_back("--apart");
  return command;
}

// A series of profiles opens as a plot, which shows the changes from one execution to the next.
std::string Open(AppState& state, ViewState& view, action::Effects& effects) {
  constexpr size_t kFewest = 3;
  const std::vector<Execution>& executions = view.tree().report().executions;
  if (executions.size() < kFewest || !HasSeries(view) || SidesOf(view.tree().metrics(), view.metric))
    return {};
  ViewPosition position = view.history.current();
  position.kind = &Kind();
  action::GoTo(state, view, position, effects, &ViewHistory::PushOpening);
  return "Opened a series of " + CountedText(executions.size(), "execution");
}

std::string_view Lacks(const ViewState& view) {
  return HasSeries(view) ? "" : "This is no series of executions";
}

}  // namespace

const ViewKind& Kind() {
  static constexpr ViewKind kKind{.name = "versions",
                                  .title = "Versions",
                                  .question = "Since which version?",
                                  .commands = kCommands,
                                  .gestures = kMapGestures,
                                  .lacks = Lacks,
                                  .has_options = true,
                                  .refresh = RefreshAnswers<Kind, Wanted, FindSeries>,
                                  .open = Open,
                                  .walk = WalkTo,
                                  .page_figure = SeriesFigure,
                                  .saved_command = CommandOf,
                                  .saved = kSaved};
  return kKind;
}

namespace {

// A value of the window: the views whose rings show one execution, and their metrics before.
struct FollowingRings {
  struct View {
    ViewId id = 0;
    MetricIndex metric = 0;
  };
  std::vector<View> before;
};

void SetMetric(AppState& state, ViewState& view, MetricIndex metric, action::Effects& effects) {
  if (view.metric == metric || metric >= view.tree().metric_count()) return;
  view.metric = metric;
  view.angle.made.reset();
  action::ForgetPointed(state, view);
  action::RerunIfMetricMatters(state, view, effects);
}

bool IsRingsOf(const ViewState& plot, const ViewState& view) {
  return view.id != plot.id && view.shown.tree == plot.shown.tree && &view.kind() == DefaultViewKind();
}

// Makes rings in other panes show an execution; std::nullopt: their metrics before.
void ShowIn(AppState& state, const ViewState& plot, std::optional<size_t> execution,
            action::Effects& effects) {
  const auto plotted = AnswerOf<Wanted>(state, plot);
  if (!plotted || plotted->found == nullptr) return;
  const std::vector<MetricIndex>& columns = plotted->found->series.metrics[plotted->found->metric].run;
  if (execution && *execution >= columns.size()) return;
  auto& following = state.slots.Get<FollowingRings>();
  for (const PaneState& pane : state.panes) {
    ViewState* view = FindView(state, pane.view);
    if (view == nullptr || !IsRingsOf(plot, *view)) continue;
    const auto known = std::ranges::find(following.before, view->id, &FollowingRings::View::id);
    if (execution) {
      if (known == following.before.end()) following.before.push_back({view->id, view->metric});
      SetMetric(state, *view, columns[*execution], effects);
    } else if (known != following.before.end()) {
      SetMetric(state, *view, known->metric, effects);
      following.before.erase(known);
    }
  }
}

// Shows a view with rings of the same tree in another pane, unless one does: another tab, else a new view.
void ShowRingsBeside(AppState& state, ViewId plot_id, action::Effects& effects) {
  const ViewState& plot = *FindView(state, plot_id);
  for (const PaneState& pane : state.panes) {
    const ViewState* view = FindView(state, pane.view);
    if (view != nullptr && IsRingsOf(plot, *view)) return;
  }
  const auto tab =
      std::ranges::find_if(state.views, [&](const ViewState& view) { return IsRingsOf(plot, view); });
  ViewId rings = tab == state.views.end() ? 0 : tab->id;
  if (tab == state.views.end()) {
    action::Do(state, action::DuplicateView{}, effects);
    ViewState* copy = ActiveView(state);
    ViewPosition position = copy->history.current();
    position.kind = DefaultViewKind();
    copy->history.Push(position);
    rings = copy->id;
    action::Do(state, action::ActivateView{plot_id}, effects);
  }
  action::Do(state, action::ShowBeside{rings, false}, effects);
}

}  // namespace

void Do(AppState& state, const PointAtExecution& point, action::Effects& effects) {
  const ViewState* plot = ViewOfPane(state, point.pane);
  if (plot == nullptr || !HasSeries(*plot)) return;
  ShowIn(state, *plot, point.execution ? point.execution : ChosenOf(*plot).chosen, effects);
}

void Do(AppState& state, const ShowRings& show, action::Effects& effects) {
  const ViewState* plot = ActiveView(state);
  if (plot == nullptr || !HasSeries(*plot)) return;
  const ViewId id = plot->id;
  Do(state, ChooseExecution{show.execution}, effects);
  ShowRingsBeside(state, id, effects);
  plot = FindView(state, id);
  if (plot != nullptr) ShowIn(state, *plot, show.execution, effects);
}

}  // namespace ringscope::versions
