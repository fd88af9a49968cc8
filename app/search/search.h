#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/core/effect.h"
#include "app/core/task.h"
#include "app/view/search_outcome.h"
#include "app/view/state/app_state.h"
#include "app/view/state/view_state.h"
#include "cct/base/job_control.h"
#include "cct/query/metrics/derived_metric.h"
#include "cct/query/sets/function_index.h"
#include "cct/tree/cct.h"

namespace ringscope {

// Why a text is no query.
struct QueryProblem {
  std::string message;
  uint64_t column = 0;  // 1-based byte of the text; 0: not known
  friend bool operator==(const QueryProblem&, const QueryProblem&) = default;
};

// Of the matches of a search, which are sorted by cost.
struct SortRequest {
  std::shared_ptr<const SearchOutcome> outcome;
  friend bool operator==(const SortRequest&, const SortRequest&) = default;
};

// The answer to the text in the search box of a view, because counts are of its view root.
struct SearchState {
  std::optional<SearchRequest> asked;   // what the rest of this is about; nothing: no text
  std::optional<QueryProblem> problem;  // the text is no query: nothing is searched for
  // Its result is for the current text, or for the one before while a search is running; null before the
  // first and while there is a problem.
  Task<SearchRequest, SearchOutcome> task;
  ViewId view = 0;
  int pending_steps = 0;  // to the next or previous match, as soon as the matches are known

  // Those below the view root by value, once someone lists them or goes through them.
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
// Moves so that a match, however thin, can be seen, and selects it. kNoContext: the match looked at last,
// else the first one.
struct GoToMatch {
  ContextId context = kNoContext;
};
// Sorts the matches for their list, unless that is done or under way.
struct SortMatches {};
// Only stacks through matches stay: the search becomes a step of the pipeline.
struct FilterBySearch {};

void Do(AppState& state, const SetSearchText& set, Effects& effects);
void Do(AppState& state, const FocusSearch& focus, Effects& effects);
void Do(AppState& state, const StepMatch& step, Effects& effects);
void Do(AppState& state, const GoToMatch& go, Effects& effects);
void Do(AppState& state, const SortMatches& sort, Effects& effects);
void Do(AppState& state, const FilterBySearch& filter, Effects& effects);

// What follows from the results of searches; sorts the matches where their list is shown. After every action.
void RefreshMatches(AppState& state, Effects& effects);
// Searches where the text, the view root, the metric or the tree of a view has changed. A rule.
void RefreshSearches(AppState& state, Effects& effects);

}  // namespace ringscope::action

namespace ringscope {

// Searches on the calling (job) thread. `post_part` is called with the matching frames alone as soon as they
// are known, where the query depends on nothing else, so that segments light up without waiting for counts.
// What the same query selected `before` in the same tree is taken from there. Null when cancelled.
[[nodiscard]] std::shared_ptr<const SearchOutcome> RunSearch(
    const SearchRequest& request, const SearchOutcome* before, JobControl& job,
    const std::function<void(std::shared_ptr<const SearchOutcome>)>& post_part);

// What a query, which is that of the request's text, selects in the whole tree. Errors: those of SelectContexts.
[[nodiscard]] Result<std::shared_ptr<const SearchHits>> HitsOfQuery(const SearchRequest& request, const Query& query,
                                                                    JobControl& job);
// The same of contexts that are known. Errors: kCancelled.
[[nodiscard]] Result<std::shared_ptr<const SearchHits>> WithAncestors(const Cct& tree, ContextSet matches,
                                                                      JobControl& job);

// Sorts matches by inclusive value. Null when cancelled.
[[nodiscard]] std::shared_ptr<const SortedMatches> RunSort(const SortRequest& request, JobControl& job);

// The contexts at and below a view root, as searches take them.
[[nodiscard]] ContextRange SearchRoots(const ViewRoot& root);

// The complete answer to the text that is typed in a view; null while there is none.
[[nodiscard]] const SearchOutcome* FinalOutcome(const ViewState& view);

// The matches of that by cost; null while they are not sorted.
[[nodiscard]] const SortedMatches* SortedOf(const ViewState& view);

// How many of the matches below the view root come before this one by cost; nothing where it is no match.
// `sorted`: the sorted matches of this outcome. O(log matches).
[[nodiscard]] std::optional<uint64_t> CostRankOf(const SearchOutcome& outcome, const SortedMatches& sorted,
                                                 ContextId context);

}  // namespace ringscope
