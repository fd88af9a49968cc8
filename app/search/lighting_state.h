#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/core/task.h"
#include "app/view/search_outcome.h"
#include "cct/query/sets/function_index.h"
#include "cct/query/sets/search.h"

namespace ringscope {

// Belongs to a view.
struct LightingState {
  std::string pointed_query;  // of the row, the legend entry or the line under the pointer; mostly empty
  Task<LightRequest, LitContexts> task;

  void VisitTasks(auto&& visit) { visit(task); }
};

}  // namespace ringscope
