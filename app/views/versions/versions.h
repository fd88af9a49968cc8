#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/core/effect.h"
#include "app/view/kind/kind_answers.h"
#include "app/view/kind/view_kind.h"
#include "app/view/state/app_state.h"
#include "cct/compare/answers/function_series.h"
#include "cct/compare/series.h"

namespace ringscope::versions {

// How a place is drawn.
struct PlotPlace {
  bool from_zero = true;  // else the axis begins at the least value
  bool by_share = false;  // shares of the totals
  bool is_apart = false;  // a small plot for each line, or for each benchmark
  friend bool operator==(const PlotPlace&, const PlotPlace&) = default;
};

// A value of a view: the chosen executions of its tree.
struct ChosenExecutions {
  CctPtr tree;                   // see ChosenOf()
  std::optional<size_t> cursor;  // the keyboard's place
  std::optional<size_t> chosen;  // the last choice
  std::optional<size_t> before;  // the choice before `chosen`
};

struct FoundSeries;

// The inputs of a plot.
struct Wanted {
  CctPtr tree;
  MetricIndex metric = 0;  // a column of the plotted metric
  bool by_share = false;
  friend bool operator==(const Wanted&, const Wanted&) = default;

  using Found = FoundSeries;
  static constexpr std::string_view kLabel = "Looking for steps";
  // std::nullopt for a tree of one execution.
  static std::optional<Wanted> Of(const AppState& state, const ViewState& view);
};

// The executions of a benchmark, and the steps of its total.
struct FoundBenchmark {
  std::string name;
  std::vector<size_t> executions;
  std::vector<CostStep> steps;
};

// The executions of a tree, and the costs that vary over them.
struct FoundSeries {
  Series series;
  size_t metric = 0;  // index into the metrics of the series
  SeriesChanges changes;
  std::vector<FoundBenchmark> benchmarks;  // in the order of their first executions; without steps for shares
};

[[nodiscard]] inline const PlotPlace& PlotOf(const ViewState& view) {
  return view.history.current().places.Get<PlotPlace>();
}
// Without choices if they were made in another tree.
[[nodiscard]] ChosenExecutions ChosenOf(const ViewState& view);
// Whether the tree of the view has several executions. O(metrics).
[[nodiscard]] bool HasSeries(const ViewState& view);
// Errors: kInvalidArgument (a tree of one execution), kCancelled. Costs: see BuildSeriesChanges().
[[nodiscard]] Result<FoundSeries> FindSeries(const Wanted& wanted, JobControl& job);

// Actions on the active view.

// The earlier choice becomes ChosenExecutions::before.
struct ChooseExecution {
  size_t execution = 0;
};
// Moves the keyboard's place by some executions in drawing order, as far as the ends.
struct MoveCursor {
  int steps = 1;
};
using DrawPlot = SetPlace<PlotPlace>;
// Compares the two chosen executions; if they are of two versions, all executions of both versions. The
// earlier ones are the side before. The comparison opens in a new tab.
struct CompareChosen {};
// The pointer is on an execution in a pane, or has left it. Rings of the same tree in other panes show that
// execution, else the chosen one.
struct PointAtExecution {
  size_t pane = 0;
  std::optional<size_t> execution;
};
// Chooses an execution and shows its rings in the pane beside.
struct ShowRings {
  size_t execution = 0;
};

void Do(AppState& state, const ChooseExecution& choose, action::Effects& effects);
void Do(AppState& state, const MoveCursor& move, action::Effects& effects);
void Do(AppState& state, const CompareChosen& compare, action::Effects& effects);
void Do(AppState& state, const PointAtExecution& point, action::Effects& effects);
void Do(AppState& state, const ShowRings& show, action::Effects& effects);

// The kind that shows the costs of functions and of the whole program as lines over the executions of a
// series.
[[nodiscard]] const ViewKind& Kind();

}  // namespace ringscope::versions
