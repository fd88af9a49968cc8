#include <algorithm>

#include "app/diagram/diagram_actions.h"
#include "app/diagram/diagram_state.h"

namespace ringscope::diagram {

bool SharesCamera(const AppState& state, ViewId view) {
  return state.linked && std::count_if(state.panes.begin(), state.panes.end(),
                                       [&](const PaneState& pane) { return pane.view == view; }) > 1;
}

void Do(AppState& state, const MoveCamera& move, apply::Effects&) {
  ViewState* view = FindView(state, move.view);
  if (view == nullptr || !SharesCamera(state, move.view)) return;
  const uint64_t serial = view->kinds.Get<SharedCamera>().serial + 1;
  view->kinds.Set(SharedCamera{move.center, move.px_per_unit, serial});
}

}  // namespace ringscope::diagram
