#include <algorithm>
#include <utility>

#include "app/model/apply_parts.h"
#include "app/model/match_place.h"
#include "app/model/search_run.h"

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

// The answer to what is typed, counted to the end, or null.
const SearchOutcome* FinalOutcome(const ViewState& view) {
  const auto& outcome = view.search.outcome;
  if (outcome == nullptr || !outcome->complete || outcome->hits == nullptr) return nullptr;
  if (outcome->query != view.search.text || outcome->tree != view.shown.tree) return nullptr;
  return outcome.get();
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

// What the query selects does not change with where one looks; only the counts do.
std::shared_ptr<const SearchHits> KnownHits(const ViewState& view, const Query& query) {
  const SearchOutcome* outcome = FinalOutcome(view);
  if (outcome == nullptr) return nullptr;
  if (outcome->metric != view.metric && DependsOnMetric(query)) return nullptr;
  if (outcome->root != view.history.current().root && DependsOnViewRoot(query)) return nullptr;
  return outcome->hits;
}

}  // namespace

void RestartSearch(AppState& state, ViewState& view, Effects& effects) {
  SearchState& search = view.search;
  StopJob(state, search.job, effects);
  StopJob(state, search.step_job, effects);
  search.pending_steps = 0;
  search.position.reset();
  search.problem.reset();
  const DocumentState* document = FindDocument(state, view.document);
  auto query = ParseQuery(search.text);
  if (!query) {
    search.problem = QueryProblem{query.error().message, query.error().column.value_or(0)};
    search.outcome = nullptr;
    return;
  }
  search.is_frame_query = IsFrameQuery(*query);
  if (query->empty() || document == nullptr) {
    search.outcome = nullptr;
    return;
  }
  JobState& job = AddJob(state, JobKind::kSearch, "Searching");
  job.document = document->id;
  search.job = job.id;
  std::shared_ptr<const SearchHits> known = KnownHits(view, *query);
  effects.push_back(effect::StartSearch{job.id, view.shown, view.history.current().root, view.metric,
                                        search.text, std::move(*query), state.settings.derived_metrics,
                                        std::move(known)});
}

void CountSelectedMatch(AppState& state, ViewState& view, Effects& effects) {
  const SearchOutcome* outcome = FinalOutcome(view);
  if (outcome == nullptr || view.search.step_job != kNoJob) return;
  if (!outcome->hits->matches.contains(view.selected)) return;
  if (view.search.position && view.search.position->context == view.selected) return;
  view.search.pending_steps = 0;
  StartStep(state, view, effects);
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
  // What was typed last decides: while that is searched for, presses wait for the answer.
  const SearchOutcome* outcome = FinalOutcome(*view);
  if (outcome == nullptr && view->search.job == kNoJob) return;
  if (outcome != nullptr && outcome->totals.contexts == 0) return;
  view->search.pending_steps += step.steps;
  if (outcome != nullptr && view->search.step_job == kNoJob && view->search.pending_steps != 0)
    StartStep(state, *view, effects);
}

void Do(AppState& state, const action::StepMatchFinished& finished, Effects& effects) {
  (void)TakeJob(state, finished.job);
  for (ViewState& view : state.views) {
    if (view.search.step_job != finished.job) continue;
    view.search.step_job = kNoJob;
    if (!finished.match) {
      view.search.pending_steps = 0;
      continue;
    }
    view.search.position = finished.match;
    if (view.selected != finished.match->context) {
      view.selected = finished.match->context;
      view.pointed.reset();
    }
    if (view.search.pending_steps != 0) StartStep(state, view, effects);
  }
}

void Do(AppState& state, const action::GoToMatch& go, Effects& effects) {
  ViewState* view = ActiveView(state);
  const PaneState* pane = ActivePane(state);
  if (view == nullptr || pane == nullptr) return;
  const SearchOutcome* outcome = FinalOutcome(*view);
  ContextId context = go.context;
  if (context == kNoContext && outcome != nullptr) {
    context = view->selected != kNoContext && outcome->hits->matches.contains(view->selected)
                  ? view->selected
                  : outcome->hits->matches.FirstIn({0, view->tree().context_count()});
  }
  if (context >= view->tree().context_count()) return;
  const ViewPosition before = view->history.current();
  view->history.Push(PositionThatShows(view->tree(), view->metric, *pane, before, context));
  AfterMove(state, *view, before, effects);
  Do(state, action::Select{context}, effects);
}

void Do(AppState& state, const action::FilterBySearch&, Effects& effects) {
  ViewState* view = ActiveView(state);
  if (view == nullptr) return;
  auto query = ParseQuery(view->search.text);
  if (!query || query->empty()) return;
  TransformStep keep;
  keep.kind = TransformKind::kKeep;
  keep.query = std::move(*query);
  view->search.text.clear();
  RestartSearch(state, *view, effects);
  Do(state, action::AddTransform{std::move(keep)}, effects);
}

void Do(AppState& state, const action::SearchFinished& finished, Effects& effects) {
  if (finished.outcome == nullptr) {
    (void)TakeJob(state, finished.job);
    return;
  }
  const bool complete = finished.outcome->complete;
  if (complete) (void)TakeJob(state, finished.job);
  for (ViewState& view : state.views) {
    if (view.search.job != finished.job) continue;
    if (!complete) {
      view.search.outcome = finished.outcome;
      continue;
    }
    view.search.job = kNoJob;
    if (!finished.outcome->error.empty()) {
      view.search.problem = QueryProblem{finished.outcome->error, 0};
      view.search.outcome = nullptr;
      view.search.pending_steps = 0;
      continue;
    }
    view.search.outcome = finished.outcome;
    if (finished.outcome->totals.contexts == 0) view.search.pending_steps = 0;
    if (view.search.pending_steps != 0) {
      StartStep(state, view, effects);
    } else {
      CountSelectedMatch(state, view, effects);
    }
  }
}

}  // namespace ringscope::apply
