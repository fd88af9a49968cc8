#pragma once

#include <utility>

#include "app/view/state/app_state.h"
#include "app/view/view_actions.h"

namespace ringscope {

// Gives the active view what a kind keeps of a position, as a step of its history; what follows from a move
// follows. Nothing where no view is active.
template <typename Place>
void GoToPlace(AppState& state, Place place, action::Effects& effects) {
  ViewState* view = ActiveView(state);
  if (view == nullptr) return;
  const ViewPosition before = view->history.current();
  ViewPosition now = before;
  now.places.Set(std::move(place));
  view->history.Push(now);
  action::AfterMove(state, *view, before, effects);
}

}  // namespace ringscope
