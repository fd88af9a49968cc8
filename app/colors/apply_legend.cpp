#include "app/colors/colors_actions.h"
#include "app/colors/legend_state.h"
#include "app/core/apply_task.h"

namespace ringscope::apply {

void Do(AppState& state, const action::ShowLegend& show, Effects& effects) {
  ChangeSetting(state, &Settings::legend_open, show.open, effects);
}

void WantLegendCosts(AppState& state, size_t pane, const std::optional<LegendCostsRequest>& request,
                     Effects& effects) {
  const ViewState* view = FindView(state, state.panes[pane].view);
  if (view == nullptr || !request || !state.settings.legend_open) {
    state.legends[pane] = {};
    return;
  }
  // A tree of fewer contexts is added up while a frame waits for it.
  constexpr uint32_t kManyContexts = 100'000;
  const bool soon = request->tree->context_count() <= kManyContexts;
  state.legends[pane].ForgetOthersThan(request->tree);
  Want(state, state.legends[pane], *request,
       {.label = "Adding up the legend", .document = view->document, .soon = soon}, &RunLegendCosts, effects);
}

}  // namespace ringscope::apply
