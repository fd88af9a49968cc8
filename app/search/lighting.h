#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/core/effect.h"
#include "app/core/task.h"
#include "app/view/search_outcome.h"
#include "app/view/state/app_state.h"
#include "cct/base/job_control.h"
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

namespace ringscope::action {

// What the pointer is on selects these contexts of the active view, which light up; empty: it is on nothing that
// does.
struct PointAtQuery {
  std::string query;
};

void Do(AppState& state, const PointAtQuery& point, Effects& effects);

// Asks for the contexts that light up in each view. After every action.
void RefreshLighting(AppState& state, Effects& effects);

}  // namespace ringscope::action

namespace ringscope {

// Finds the contexts that light up. About 5 ns a context; where `before`, which may be null, has the same light in
// the same tree, they are counted alone. Null where it was cancelled; nothing lights up where the query cannot be
// answered.
[[nodiscard]] std::shared_ptr<const LitContexts> RunLighting(const LightRequest& request,
                                                             const LitContexts* before, JobControl& job);

// "java.util.HashMap.getNode: 321 contexts, 5 drawn": what is lit, how often it lies below the view root, and how many
// segments of a chart are of it.
[[nodiscard]] std::string LitText(const LitContexts& lit, uint32_t drawn);

}  // namespace ringscope
