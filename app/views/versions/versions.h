#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/core/effect.h"
#include "app/view/kind/kind_answers.h"
#include "app/view/state/app_state.h"
#include "cct/compare/answers/function_series.h"
#include "cct/compare/series.h"

namespace ringscope::versions {

// How a place is drawn.
struct PlotPlace {
  bool from_zero = true;  // else from the least value
  bool by_share = false;  // shares of the totals
  bool is_apart = false;  // a small plot for each line, or benchmark
  friend bool operator==(const PlotPlace&, const PlotPlace&) = default;
};

// Of a view: the executions of its tree that were chosen.
struct ChosenExecutions {
  CctPtr tree;                   // of another one they say nothing
  std::optional<size_t> cursor;  // where keys are
  std::optional<size_t> chosen;  // the last one that was chosen
  std::optional<size_t> before;  // the one before it
  friend bool operator==(const ChosenExecutions&, const ChosenExecutions&) = default;
};

// What a plot is of.
struct Wanted {
  CctPtr tree;
  MetricIndex metric = 0;  // a column of what is plotted
  bool by_share = false;
  friend bool operator==(const Wanted&, const Wanted&) = default;
};

// The executions of a benchmark, and where the whole of it steps.
struct FoundBenchmark {
  std::string name;
  std::vector<size_t> executions;
  std::vector<CostStep> steps;
};

// What varies over the executions of a tree.
struct FoundSeries {
  Series series;
  size_t metric = 0;  // of the series
  SeriesChanges changes;
  // By frame what it costs itself in the first execution; those that `changes` do not have cost as much in
  // all.
  std::vector<uint64_t> first_self;
  std::vector<FoundBenchmark> benchmarks;  // in the order of their first executions; of shares without steps
};

using Plotted = KindAnswer<Wanted, FoundSeries>;
using AllPlotted = KindAnswers<Wanted, FoundSeries>;

[[nodiscard]] inline const PlotPlace& PlotOf(const ViewState& view) {
  return view.history.current().places.Get<PlotPlace>();
}
// None of them where others of another tree were chosen.
[[nodiscard]] ChosenExecutions ChosenOf(const ViewState& view);
[[nodiscard]] Wanted WantedOf(const ViewState& view);
// Whether the tree of the view has several executions. O(metrics).
[[nodiscard]] bool HasSeries(const ViewState& view);
// Errors: kInvalidArgument (a tree of one execution), kCancelled. Costs as of BuildSeriesChanges().
[[nodiscard]] Result<FoundSeries> FindSeries(const Wanted& wanted, JobControl& job);
// Null where none was asked for.
[[nodiscard]] const Plotted* PlottedOf(const AppState& state, const ViewState& view);

void Refresh(AppState& state, action::Effects& effects);

}  // namespace ringscope::versions

// Of the active view.
namespace ringscope::versions {

// What was chosen before becomes the one before.
struct ChooseExecution {
  size_t execution = 0;
};
// The keys' place goes so many executions on, in the order in which they are drawn, without leaving them.
struct MoveCursor {
  int steps = 1;
};
struct DrawPlot {
  PlotPlace place;
};
// Compares the executions that were chosen: those of one version with those of the other, where they are of
// two, else the two. Earlier ones are before. Opens in a tab of its own.
struct CompareChosen {};
// The pointer is on an execution in a pane, or on none any more: rings of the same tree in other panes are those
// of it, else of the one that was chosen.
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
void Do(AppState& state, const DrawPlot& draw, action::Effects& effects);
void Do(AppState& state, const CompareChosen& compare, action::Effects& effects);
void Do(AppState& state, const PointAtExecution& point, action::Effects& effects);
void Do(AppState& state, const ShowRings& show, action::Effects& effects);

}  // namespace ringscope::versions

namespace ringscope {
struct ViewKind;
}  // namespace ringscope

namespace ringscope::versions {

// What functions and the whole cost in each execution of a series, as lines over the executions.
[[nodiscard]] const ViewKind& Kind();

}  // namespace ringscope::versions
