#include <algorithm>
#include <utility>

#include "app/model/apply_parts.h"

namespace ringscope::apply {
namespace {

void StopJob(AppState& state, JobId& id, Effects& effects) {
  if (id == kNoJob) return;
  if (JobState* job = FindJob(state, id)) {
    job->cancelling = true;
    effects.push_back(effect::CancelJob{id});
  }
  id = kNoJob;
}

// The next step starts from the selected context; presses that came while a step was on its way follow it.
void StartStep(AppState& state, ViewState& view, Effects& effects) {
  JobState& job = AddJob(state, JobKind::kStepMatch, "Finding the next match");
  job.document = view.document;
  view.search.step_job = job.id;
  effects.push_back(effect::StartStepMatch{job.id, view.search.outcome, view.history.current().root,
                                           view.selected, view.search.pending_steps});
  view.search.pending_steps = 0;
}

}  // namespace

void RestartSearch(AppState& state, ViewState& view, Effects& effects) {
  StopJob(state, view.search.job, effects);
  StopJob(state, view.search.step_job, effects);
  view.search.pending_steps = 0;
  const DocumentState* document = FindDocument(state, view.document);
  if (view.search.text.empty() || document == nullptr) {
    view.search.outcome = nullptr;
    return;
  }
  JobState& job = AddJob(state, JobKind::kSearch, "Searching");
  job.document = document->id;
  view.search.job = job.id;
  effects.push_back(
      effect::StartSearch{job.id, view.shown, view.history.current().root, view.metric, view.search.text});
}

void Do(AppState& state, const action::SetSearchText& set, Effects& effects) {
  ViewState* view = ActiveView(state);
  if (view == nullptr || view->search.text == set.text) return;
  view->search.text = set.text;
  RestartSearch(state, *view, effects);
}

void Do(AppState& state, const action::FocusSearch&, Effects&) {
  if (ActiveView(state) != nullptr) ++state.focus_search_serial;
}

void Do(AppState& state, const action::StepMatch& step, Effects& effects) {
  ViewState* view = ActiveView(state);
  if (view == nullptr || step.steps == 0) return;
  const auto& outcome = view->search.outcome;
  // What was typed last decides, so a search that still runs has to end first.
  if (outcome == nullptr || outcome->query != view->search.text || outcome->matches.empty()) return;
  if (outcome->tree != view->shown.tree) return;
  view->search.pending_steps += step.steps;
  if (view->search.step_job == kNoJob && view->search.pending_steps != 0) StartStep(state, *view, effects);
}

void Do(AppState& state, const action::StepMatchFinished& finished, Effects& effects) {
  (void)TakeJob(state, finished.job);
  for (ViewState& view : state.views) {
    if (view.search.step_job != finished.job) continue;
    view.search.step_job = kNoJob;
    if (finished.context == kNoContext) {
      SetNote(state, "No match below the centre");
      view.search.pending_steps = 0;
      continue;
    }
    view.selected = finished.context;
    view.pointed.reset();
    if (view.search.pending_steps != 0) StartStep(state, view, effects);
  }
}

void Do(AppState& state, const action::SearchFinished& finished, Effects&) {
  if (finished.outcome == nullptr) {
    (void)TakeJob(state, finished.job);
    return;
  }
  if (finished.outcome->complete) (void)TakeJob(state, finished.job);
  for (ViewState& view : state.views) {
    if (view.search.job != finished.job) continue;
    view.search.outcome = finished.outcome;
    if (finished.outcome->complete) view.search.job = kNoJob;
  }
}

}  // namespace ringscope::apply
