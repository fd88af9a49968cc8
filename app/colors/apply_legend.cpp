#include <memory>
#include <utility>

#include "app/colors/apply_colors.h"
#include "app/core/apply_core.h"

namespace ringscope::apply {
namespace {

// Whether the pane still shows the tree that the legend was asked about.
bool IsSeen(const AppState& state, size_t pane) {
  if (!state.settings.legend_open || pane >= state.panes.size()) return false;
  const ViewState* view = FindView(state, state.panes[pane].view);
  return view != nullptr && view->shown.tree == state.legends[pane].wanted->tree;
}

}  // namespace

void RefreshLegends(AppState& state, Effects& effects) {
  for (size_t pane = 0; pane < state.legends.size(); ++pane) {
    LegendState& legend = state.legends[pane];
    if (!legend.wanted || IsSeen(state, pane)) continue;
    StopJob(state, legend.job, effects);
    legend = {};
  }
}

void Do(AppState& state, const action::ShowLegend& show, Effects& effects) {
  if (state.settings.legend_open == show.open) return;
  state.settings.legend_open = show.open;
  effects.push_back(effect::SaveSettings{state.settings});
}

void Do(AppState& state, const action::WantLegendCosts& want, Effects& effects) {
  const ViewState* view =
      want.pane < state.panes.size() ? FindView(state, state.panes[want.pane].view) : nullptr;
  if (view == nullptr || view->shown.tree != want.request.tree || !state.settings.legend_open) return;
  if (state.legends.size() <= want.pane) state.legends.resize(want.pane + 1);
  LegendState& legend = state.legends[want.pane];
  if (legend.Answers(want.request)) return;
  StopJob(state, legend.job, effects);
  legend.wanted = want.request;
  if (legend.costs != nullptr && legend.costs->request == want.request) return;
  JobState& job = AddJob(state, JobKind::kLegend, "Adding up the legend");
  job.document = view->document;
  legend.job = job.id;
  effects.push_back(effect::StartLegendCosts{job.id, want.request,
                                             legend.HasCostsOf(want.request) ? legend.costs : nullptr});
}

void Do(AppState& state, const action::LegendCostsFinished& finished, Effects&) {
  (void)TakeJob(state, finished.job);
  for (LegendState& legend : state.legends) {
    if (legend.job != finished.job) continue;
    legend.job = kNoJob;
    // Of a damaged tree there are none, and who cancelled the job does not want them: neither is tried again.
    if (finished.costs != nullptr) legend.costs = finished.costs;
  }
}

}  // namespace ringscope::apply
