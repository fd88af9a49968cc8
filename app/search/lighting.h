#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "app/core/effect.h"
#include "app/core/task.h"
#include "app/view/search_outcome.h"
#include "app/view/state/app_state.h"
#include "cct/base/job_control.h"

namespace ringscope {

// Belongs to a view.
struct LightingState {
  std::string pointed_query;  // of the table row, legend row or source line under the pointer; else empty
  Task<LightRequest, LitContexts> task;

  void VisitTasks(auto&& visit) { visit(task); }
};

}  // namespace ringscope

namespace ringscope::action {

// The pointer is on an item for these contexts of the active view: they light up. Empty: the pointer left.
struct PointAtQuery {
  std::string query;
};

void Do(AppState& state, ViewState& view, const PointAtQuery& point, Effects& effects);

// Asks for the contexts that light up in each view. After every action.
void RefreshLighting(AppState& state, Effects& effects);

}  // namespace ringscope::action

namespace ringscope {

// Finds the contexts that light up: about 5 ns a context. If `before` (may be null) has the contexts of the
// same function and tree, only counts. Null if cancelled. A query that cannot be answered lights up no
// context.
[[nodiscard]] std::shared_ptr<const LitContexts> RunLighting(const LightRequest& request,
                                                             const LitContexts* before, JobControl& job);

// "java.util.HashMap.getNode: 321 contexts, 5 drawn": the lit function or query, its contexts below the view
// root, and the number of its segments in a chart.
[[nodiscard]] std::string LitText(const LitContexts& lit, uint32_t drawn);

}  // namespace ringscope
