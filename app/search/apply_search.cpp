#include <algorithm>
#include <utility>

#include "app/colors/derived_model.h"
#include "app/core/apply_task.h"
#include "app/panes/panes_actions.h"
#include "app/search/matches_model.h"
#include "app/search/search_actions.h"
#include "app/search/search_run.h"
#include "app/steps/steps_actions.h"
#include "app/view/view_actions.h"
#include "app/views/view_kind.h"
#include "cct/query/sets/search.h"

namespace ringscope::apply {
namespace {

// Asks for the matches in the order of their cost, which is known at once where there are few of them.
void WantSorted(AppState& state, ViewState& view, Effects& effects) {
  SearchState& search = view.search;
  // While a search runs, the list will show its answer.
  if (FinalOutcome(view) == nullptr || search.task.running()) return;
  SortRequest request{search.task.result};
  // A few are sorted sooner than a job starts, so that the list never flickers while one types.
  constexpr uint32_t kFew = 20'000;
  if (request.outcome->below_root.size() <= kFew && !search.sort.Wants(request)) {
    JobControl control;
    auto sorted = RunSort(request, control);
    search.sort.Answer(std::make_shared<const SortRequest>(std::move(request)), std::move(sorted));
    return;
  }
  Want(state, search.sort, std::move(request), {.label = "Sorting matches", .document = view.document},
       &RunSort, effects);
}

// By cost, from the selected match on, around from the last one to the first; from elsewhere to the most
// expensive one, or backwards to the cheapest. Waits until the order is known.
void TakePendingSteps(AppState& state, ViewState& view, Effects& effects) {
  const SearchOutcome* outcome = FinalOutcome(view);
  if (outcome == nullptr || view.search.pending_steps == 0) return;
  WantSorted(state, view, effects);
  // A sort that was given up leaves the presses that waited for it without an answer.
  if (view.search.sort.given_up()) view.search.pending_steps = 0;
  const SortedMatches* sorted = SortedOf(view);
  if (sorted == nullptr) return;
  const int64_t steps = std::exchange(view.search.pending_steps, 0);
  const SortedMatches& matches = *sorted;
  const auto size = static_cast<int64_t>(matches.size());
  if (size == 0) return;
  int64_t start = steps > 0 ? -1 : size;
  if (const auto rank = CostRankOf(*outcome, matches, view.selected)) start = static_cast<int64_t>(*rank);
  const int64_t at = ((start + steps) % size + size) % size;
  view.selected = matches[static_cast<size_t>(at)];
  ForgetPointed(state, view);
  FollowLeader(state, view, false, effects);
}

}  // namespace

void RestartSearch(AppState& state, ViewState& view, Effects& effects) {
  SearchState& search = view.search;
  search.pending_steps = 0;
  search.sort = {};
  search.problem.reset();
  const DocumentState* document = FindDocument(state, view.document);
  const auto query = ParseQuery(search.text);
  if (!query || query->empty() || document == nullptr) {
    if (!query) search.problem = QueryProblem{query.error().message, query.error().column.value_or(0)};
    search.task = {};
    return;
  }
  // Which functions match is known within a millisecond or two; others have to look at every context, which
  // takes longer than a frame in a large tree.
  constexpr uint32_t kManyContexts = 200'000;
  const bool soon = IsFrameQuery(*query) || view.tree().context_count() <= kManyContexts;
  Want(state, search.task,
       SearchRequest{view.shown.tree, view.shown.functions, view.history.current().root, view.metric,
                     search.text, DerivedMetricsOf(state.settings, view.tree())},
       {.label = "Searching", .document = document->id, .soon = soon}, &RunSearch, effects);
}

void Do(AppState& state, const action::SetSearchText& set, Effects& effects) {
  ViewState* view = ActiveView(state);
  if (view == nullptr || view->search.text == set.text) return;
  view->search.text = set.text;
  view->chosen_group.clear();
  RestartSearch(state, *view, effects);
  FollowSearch(state, *view, false, effects);
}

void Do(AppState& state, const action::FocusSearch&, Effects&) {
  if (ActiveView(state) == nullptr) return;
  ++state.focus_search_serial;
  AwaitBox(state, TextBox::kSearch, true);
}

void Do(AppState& state, const action::KeyboardTaken&, Effects&) { state.awaited_box = TextBox::kNone; }

void Do(AppState& state, const action::StepMatch& step, Effects& effects) {
  ViewState* view = ActiveView(state);
  if (view == nullptr || step.steps == 0) return;
  // What was typed last decides: while that is searched for or sorted, presses wait for the answer.
  if (FinalOutcome(*view) == nullptr && !view->search.task.running()) return;
  view->search.pending_steps += step.steps;
  TakePendingSteps(state, *view, effects);
}

void Do(AppState& state, const action::GoToMatch& go, Effects& effects) {
  ViewState* view = ActiveView(state);
  const PaneState* pane = ActivePane(state);
  if (view == nullptr || pane == nullptr) return;
  const SearchOutcome* outcome = FinalOutcome(*view);
  ContextId context = go.context;
  if (context == kNoContext && outcome != nullptr) {
    const ContextSet& matches = outcome->hits->matches;
    const bool on_match = view->selected != kNoContext && matches.contains(view->selected);
    const ContextRange whole{0, view->tree().context_count()};
    WantSorted(state, *view, effects);
    const SortedMatches* sorted = SortedOf(*view);
    context = on_match                                ? view->selected
              : sorted != nullptr && !sorted->empty() ? sorted->front()
              : !outcome->below_root.empty()          ? outcome->below_root.At(0)
                                                      : matches.FirstIn(whole);
  }
  if (context >= view->tree().context_count()) return;
  const ViewPosition before = view->history.current();
  if (view->kind().place_of != nullptr) view->history.Push(view->kind().place_of(*view, *pane, context));
  AfterMove(state, *view, before, effects);
  Do(state, action::Select{context}, effects);
}

void Do(AppState& state, const action::FilterBySearch&, Effects& effects) {
  ViewState* view = ActiveView(state);
  if (view == nullptr) return;
  auto query = ParseQuery(view->search.text);
  if (!query || query->empty()) return;
  view->search.text.clear();
  RestartSearch(state, *view, effects);
  FollowSearch(state, *view, false, effects);
  Do(state, action::AddTransform{{.kind = TransformKind::kKeep, .query = std::move(*query)}}, effects);
}

void Do(AppState& state, const action::SortMatches&, Effects& effects) {
  if (ViewState* view = ActiveView(state)) WantSorted(state, *view, effects);
}

void RefreshMatches(AppState& state, Effects& effects) {
  for (ViewState& each : state.views) {
    SearchState& search = each.search;
    if (const SearchOutcome* outcome = search.task.answer(); outcome != nullptr && !outcome->error.empty()) {
      search.problem = QueryProblem{outcome->error, 0};
      search.pending_steps = 0;
      search.task = {};
    }
    TakePendingSteps(state, each, effects);
  }
  ViewState* view = ActiveView(state);
  if (view == nullptr) return;
  // A selected match has its number below the search box.
  const SearchOutcome* outcome = FinalOutcome(*view);
  const bool on_match = outcome != nullptr && view->selected < view->tree().context_count() &&
                        outcome->below_root.matches().contains(view->selected);
  if (on_match || DockShows(state, DockTab::kMatches)) WantSorted(state, *view, effects);
}

}  // namespace ringscope::apply
