#include <algorithm>
#include <utility>
#include <vector>

#include "app/view/panes/panes.h"
#include "app/view/steps/steps.h"
#include "app/view/view_kind.h"
#include "app/views/versions/versions_actions.h"

namespace ringscope::versions {
namespace {

// Of the window: which views show the rings of one execution, and what they showed before.
struct FollowingRings {
  struct View {
    ViewId id = 0;
    MetricIndex metric = 0;
    friend bool operator==(const View&, const View&) = default;
  };
  std::vector<View> before;
  friend bool operator==(const FollowingRings&, const FollowingRings&) = default;
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

// Rings in other panes become those of an execution; of none: what they were.
void ShowIn(AppState& state, const ViewState& plot, std::optional<size_t> execution,
            action::Effects& effects) {
  const Plotted* plotted = PlottedOf(state, plot);
  if (plotted == nullptr || plotted->found == nullptr) return;
  const std::vector<MetricIndex>& columns = plotted->found->series.metrics[plotted->found->metric].run;
  if (execution && *execution >= columns.size()) return;
  auto following = state.kinds.Get<FollowingRings>();
  for (const PaneState& pane : state.panes) {
    ViewState* view = FindView(state, pane.view);
    if (view == nullptr || !IsRingsOf(plot, *view)) continue;
    const auto known = std::find_if(following.before.begin(), following.before.end(),
                                    [&](const FollowingRings::View& one) { return one.id == view->id; });
    if (execution) {
      if (known == following.before.end()) following.before.push_back({view->id, view->metric});
      SetMetric(state, *view, columns[*execution], effects);
    } else if (known != following.before.end()) {
      SetMetric(state, *view, known->metric, effects);
      following.before.erase(known);
    }
  }
  state.kinds.Set(std::move(following));
}

// A view with rings of the same tree: one in another pane, else another tab, else a new one.
ViewId RingsBeside(AppState& state, ViewId plot_id, action::Effects& effects) {
  const ViewState& plot = *FindView(state, plot_id);
  for (const PaneState& pane : state.panes) {
    const ViewState* view = FindView(state, pane.view);
    if (view != nullptr && IsRingsOf(plot, *view)) return view->id;
  }
  const auto tab = std::find_if(state.views.begin(), state.views.end(),
                                [&](const ViewState& view) { return IsRingsOf(plot, view); });
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
  return rings;
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
  (void)RingsBeside(state, id, effects);
  plot = FindView(state, id);
  if (plot != nullptr) ShowIn(state, *plot, show.execution, effects);
}

}  // namespace ringscope::versions
