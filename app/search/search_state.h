#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/core/task.h"
#include "app/view/search_outcome.h"
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
