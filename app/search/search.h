#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/core/effect.h"
#include "app/core/task.h"
#include "app/view/search_outcome.h"
#include "app/view/state/app_state.h"
#include "app/view/state/view_state.h"
#include "cct/base/job_control.h"
#include "cct/tree/cct.h"

namespace ringscope {

// Why a text is not a query.
struct QueryProblem {
  std::string message;
  uint64_t column = 0;  // 1-based byte of the text; 0: unknown
  friend bool operator==(const QueryProblem&, const QueryProblem&) = default;
};

// The search whose matches are sorted by cost.
struct SortRequest {
  std::shared_ptr<const SearchOutcome> outcome;
  friend bool operator==(const SortRequest&, const SortRequest&) = default;
};

// The answer to the text in the search box. Belongs to a view, because counts are of its view root.
struct SearchState {
  std::optional<SearchRequest> asked;   // the request of all members below; std::nullopt: no text
  std::optional<QueryProblem> problem;  // why the text is not a query: then no search runs
  // The result is for the current text, or for the last text while a search is running; null before the first
  // search and while there is a problem.
  Task<SearchRequest, SearchOutcome> task;
  ViewId view = 0;        // the view of `pending_steps`: a duplicate of the view has none
  int pending_steps = 0;  // to the next or previous match, once the matches are known

  // The matches below the view root by cost, once a panel lists them or the user steps through them.
  Task<SortRequest, SortedMatches> sort;

  void VisitTasks(auto&& visit) {
    visit(task);
    visit(sort);
  }
};

}  // namespace ringscope

namespace ringscope::action {

struct SetSearchText {
  std::string text;
};
struct FocusSearch {};
struct StepMatch {
  int steps = 1;
};
// Moves so that a match, however thin, can be seen, and selects the match. kNoContext: the selected match,
// else the first.
struct GoToMatch {
  ContextId context = kNoContext;
};
// Sorts the matches for their list, unless that is done or under way.
struct SortMatches {};
// Turns the search into a step of the pipeline that keeps only stacks through matches.
struct FilterBySearch {};

void Do(AppState& state, ViewState& view, const SetSearchText& set, Effects& effects);
void Do(AppState& state, ViewState& view, const FocusSearch& focus, Effects& effects);
void Do(AppState& state, ViewState& view, const StepMatch& step, Effects& effects);
void Do(AppState& state, ViewState& view, const GoToMatch& go, Effects& effects);
void Do(AppState& state, ViewState& view, const SortMatches& sort, Effects& effects);
void Do(AppState& state, ViewState& view, const FilterBySearch& filter, Effects& effects);

// Acts on the results of searches; sorts the matches if their list is shown. After every action.
void RefreshMatches(AppState& state, Effects& effects);
// A rule: searches again if the text, the view root, the metric or the tree of a view has changed.
void RefreshSearches(AppState& state, Effects& effects);

}  // namespace ringscope::action

namespace ringscope {

// Searches on the calling (job) thread. For a query that depends on frames alone, `post_part` gets the
// matching frames as soon as they are known, so that segments light up before the counts are there. Reuses
// the hits of the same query in the same tree from `before` (may be null). Null if cancelled.
[[nodiscard]] std::shared_ptr<const SearchOutcome> RunSearch(
    const SearchRequest& request, const SearchOutcome* before, JobControl& job,
    const std::function<void(std::shared_ptr<const SearchOutcome>)>& post_part);

// The hits of the query, which is that of the request's text, in the whole tree. Errors: those of
// SelectContexts.
[[nodiscard]] Result<std::shared_ptr<const SearchHits>> HitsOfQuery(const SearchRequest& request,
                                                                    const Query& query, JobControl& job);
// The hits for known matches. Errors: kCancelled.
[[nodiscard]] Result<std::shared_ptr<const SearchHits>> WithAncestors(const Cct& tree, ContextSet matches,
                                                                      JobControl& job);

// Sorts matches by inclusive value. Null if cancelled.
[[nodiscard]] std::shared_ptr<const SortedMatches> RunSort(const SortRequest& request, JobControl& job);

// The contexts at and below a view root, as searches take them.
[[nodiscard]] ContextRange SearchRoots(const ViewRoot& root);

// The complete answer to a view's search text; null before that answer.
[[nodiscard]] const SearchOutcome* FinalOutcome(const ViewState& view);

// The matches of FinalOutcome() by cost; null before they are sorted.
[[nodiscard]] const SortedMatches* SortedOf(const ViewState& view);

// The number of matches below the view root that come before `context` by cost; std::nullopt if it is not a
// match. `sorted`: the sorted matches of `outcome`. O(log matches).
[[nodiscard]] std::optional<uint64_t> CostRankOf(const SearchOutcome& outcome, const SortedMatches& sorted,
                                                 ContextId context);

}  // namespace ringscope
