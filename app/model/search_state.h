#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "app/model/search_outcome.h"
#include "cct/cct.h"

namespace ringscope {

// Why a text is no query.
struct QueryProblem {
  std::string message;
  uint64_t column = 0;  // 1-based byte of the text; 0: not known
  friend bool operator==(const QueryProblem&, const QueryProblem&) = default;
};

// Which match is looked at, counted in drawing order: from the centre outwards, clockwise on each ring.
struct MatchPosition {
  ContextId context = kNoContext;
  uint64_t number = 0;  // 1-based, of those below the view root
  friend bool operator==(const MatchPosition&, const MatchPosition&) = default;
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
  uint32_t job = 0;
  // Finding the next or previous match may pass many contexts, so it is a job too; presses meanwhile add up.
  uint32_t step_job = 0;
  int pending_steps = 0;
  std::optional<MatchPosition> position;  // of the match that was stepped to or selected last
};

}  // namespace ringscope
