#include <optional>
#include <utility>

#include "app/search/lighting_actions.h"
#include "app/search/lighting_run.h"
#include "app/search/lighting_state.h"
#include "app/view/derived_model.h"
#include "app/view/state/apply_task.h"

namespace ringscope::action {
namespace {

// While the pointer moves over a chart, or a chart below it, finding what else is lit in a tree as large as this
// would take the time that frames need: its drawn segments light up alone.
constexpr uint32_t kTooManyForThePointer = 1'000'000;

// Nothing where nothing lights up, or nobody sees it.
std::optional<LightRequest> WantedLight(const AppState& state, const ViewState& view) {
  if (!IsShown(state, view.id)) return std::nullopt;
  if (view.pointed && view.tree().context_count() > kTooManyForThePointer) return std::nullopt;
  LightRequest request;
  request.tree = view.shown.tree;
  request.functions = view.shown.functions;
  request.root = view.history.current().root;
  request.metric = view.metric;
  if (view.pointed || view.slots.Get<LightingState>().pointed_query.empty()) {
    request.function = LitFunction(view);
    if (request.function == kNoFunction) return std::nullopt;
  } else {
    request.text = view.slots.Get<LightingState>().pointed_query;
    request.derived = DerivedMetricsOf(state.settings, view.tree());
  }
  return request;
}

}  // namespace

void Do(AppState& state, const PointAtQuery& point, Effects&) {
  if (ViewState* view = ActiveView(state)) view->slots.Get<LightingState>().pointed_query = point.query;
}

void RefreshLighting(AppState& state, Effects& effects) {
  // In a tree of fewer contexts they are found while a frame waits for them.
  constexpr uint32_t kManyContexts = 200'000;
  for (ViewState& view : state.views) {
    LightingState& lighting = view.slots.Get<LightingState>();
    // The pointer is in the panels of the active view.
    if (&view != ActiveView(state)) lighting.pointed_query.clear();
    lighting.task.ForgetOthersThan(view.shown.tree);
    if (std::optional<LightRequest> request = WantedLight(state, view)) {
      const bool soon = view.tree().context_count() <= kManyContexts;
      Want(state, lighting.task, std::move(*request),
           {.label = "Finding contexts", .document = view.document, .soon = soon}, &RunLighting, effects);
    } else {
      lighting.task.Drop();
    }
  }
}

}  // namespace ringscope::action
