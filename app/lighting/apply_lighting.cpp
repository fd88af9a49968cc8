#include <utility>

#include "app/core/apply_task.h"
#include "app/lighting/lighting_actions.h"
#include "app/lighting/lighting_run.h"
#include "app/lighting/lighting_state.h"

namespace ringscope::apply {
namespace {

// While the pointer moves over a chart, or a chart below it, finding what else is lit in a tree as large as this
// would take the time that frames need: its drawn segments light up alone.
constexpr uint32_t kTooManyForThePointer = 1'000'000;

Light LightOf(const ViewState& view) {
  if (view.pointed && view.tree().context_count() > kTooManyForThePointer) return {};
  if (!view.pointed && !view.lighting.pointed_query.empty()) return {kNoFunction, view.lighting.pointed_query};
  return {LitFunction(view), {}};
}

bool IsShown(const AppState& state, const ViewState& view) {
  for (const PaneState& pane : state.panes) {
    if (pane.view == view.id) return true;
  }
  return false;
}

}  // namespace

void Do(AppState& state, const action::PointAtQuery& point, Effects&) {
  if (ViewState* view = ActiveView(state)) view->lighting.pointed_query = point.query;
}

void RefreshLighting(AppState& state, Effects& effects) {
  // In a tree of fewer contexts they are found while a frame waits for them.
  constexpr uint32_t kManyContexts = 200'000;
  for (ViewState& view : state.views) {
    LightingState& lighting = view.lighting;
    Light light = LightOf(view);
    if (light.is_off() || !IsShown(state, view)) {
      lighting.task = {};
      continue;
    }
    Want(state, lighting.task,
         LightRequest{view.shown.tree, view.shown.functions, view.history.current().root, view.metric,
                      state.settings.derived_metrics, std::move(light)},
         {.label = "Finding contexts",
          .document = view.document,
          .soon = view.tree().context_count() <= kManyContexts},
         &RunLighting, effects);
  }
}

}  // namespace ringscope::apply
