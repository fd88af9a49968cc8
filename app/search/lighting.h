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
  std::string pointed_query;  // of the row, the legend entry or the line under the pointer; mostly empty
  Task<LightRequest, LitContexts> task;

  void VisitTasks(auto&& visit) { visit(task); }
};

}  // namespace ringscope

namespace ringscope::action {

// The pointer is on something that stands for these contexts of the active view: they light up. Empty: it
// left.
struct PointAtQuery {
  std::string query;
};

void Do(AppState& state, ViewState& view, const PointAtQuery& point, Effects& effects);

// Asks for the contexts that light up in each view. After every action.
void RefreshLighting(AppState& state, Effects& effects);

}  // namespace ringscope::action

namespace ringscope {

// Finds the contexts that light up. About 5 ns a context; if `before` (may be null) has the same light in the
// same tree, only the counts are made. Null if cancelled; nothing lights up if the query cannot be answered.
[[nodiscard]] std::shared_ptr<const LitContexts> RunLighting(const LightRequest& request,
                                                             const LitContexts* before, JobControl& job);

// "java.util.HashMap.getNode: 321 contexts, 5 drawn": what is lit, its contexts below the view root, and the
// number of its segments in a chart.
[[nodiscard]] std::string LitText(const LitContexts& lit, uint32_t drawn);

}  // namespace ringscope
