#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/core/task.h"
#include "app/search/search_outcome.h"
#include "app/search/search_state.h"
#include "cct/query/sets/function_index.h"
#include "cct/query/sets/search.h"

namespace ringscope {

// What lights up in the charts of a view: all contexts of a function, else those that the text selects.
struct LightRequest : SearchRequest {
  FunctionId function = kNoFunction;
  friend bool operator==(const LightRequest&, const LightRequest&) = default;
};

// Where the light is. Immutable once made.
struct LitContexts {
  LightRequest request;
  std::string name;                        // of the function, else the text
  std::shared_ptr<const SearchHits> hits;  // in the whole tree
  MatchTotals totals;                      // of these, below the view root
  std::vector<MatchTotals> of_metrics;     // of a function in every metric; empty where that takes too long
};

// Belongs to a view.
struct LightingState {
  std::string pointed_query;  // of the row, the legend entry or the line under the pointer; mostly empty
  Task<LightRequest, LitContexts> task;
};

}  // namespace ringscope
