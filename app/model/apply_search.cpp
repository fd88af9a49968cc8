#include <algorithm>
#include <utility>

#include "app/model/apply_parts.h"

namespace ringscope::apply {
namespace {

void StopSearch(AppState& state, ViewState& view, Effects& effects) {
  if (view.search.job == kNoJob) return;
  if (JobState* job = FindJob(state, view.search.job)) {
    job->cancelling = true;
    effects.push_back(effect::CancelJob{job->id});
  }
  view.search.job = kNoJob;
}

}  // namespace

void RestartSearch(AppState& state, ViewState& view, Effects& effects) {
  StopSearch(state, view, effects);
  view.search.position = -1;
  const DocumentState* document = FindDocument(state, view.document);
  if (view.search.text.empty() || document == nullptr) {
    view.search.outcome = nullptr;
    return;
  }
  JobState& job = AddJob(state, JobKind::kSearch, "Searching");
  job.document = document->id;
  view.search.job = job.id;
  effects.push_back(effect::StartSearch{job.id, document->tree_ptr(), view.history.current().root, view.metric,
                                        view.search.text});
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

void Do(AppState& state, const action::StepMatch& step, Effects&) {
  ViewState* view = ActiveView(state);
  if (view == nullptr || view->search.outcome == nullptr) return;
  const auto& contexts = view->search.outcome->contexts;
  if (contexts.empty() || step.steps == 0) return;
  const auto count = static_cast<int64_t>(contexts.size());
  int64_t& position = view->search.position;
  // The first step forward goes to the first match, the first step backward to the last one.
  const int64_t from = position < 0 && step.steps < 0 ? 0 : position;
  position = ((from + step.steps) % count + count) % count;
  view->selected = contexts[static_cast<size_t>(position)];
  view->pointed.reset();
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
