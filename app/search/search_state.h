#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "app/core/ids.h"
#include "app/search/search_outcome.h"
#include "cct/tree/cct.h"

namespace ringscope {

// Why a text is no query.
struct QueryProblem {
  std::string message;
  uint64_t column = 0;  // 1-based byte of the text; 0: not known
  friend bool operator==(const QueryProblem&, const QueryProblem&) = default;
};

// What is typed into the search box and what was found. Belongs to a view, because counts are of its view
// root.
struct SearchState {
  std::string text;
  std::optional<QueryProblem> problem;  // the text is no query: nothing is searched for
  // Result for the current text, or for the one before while a search is running; null before the first and
  // while there is a problem.
  std::shared_ptr<const SearchOutcome> outcome;
  bool is_frame_query = false;  // the text is a query that depends on frames alone
  JobId job = kNoJob;
  int pending_steps = 0;  // to the next or previous match, as soon as the matches are known

  // Those below the view root by value, once someone lists them or goes through them.
  std::shared_ptr<const SortedMatches> sorted;
  uint32_t sort_job = 0;
};

}  // namespace ringscope
