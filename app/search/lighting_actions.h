#pragma once

#include <string>

#include "app/core/effect.h"
#include "app/view/state/app_state.h"

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
