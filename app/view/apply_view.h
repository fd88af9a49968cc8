#pragma once

#include "app/core/app_state.h"
#include "app/core/effect.h"
#include "app/view/view_actions.h"

namespace ringscope::apply {

void Do(AppState& state, const action::ZoomTo& zoom, Effects& effects);
void Do(AppState& state, const action::OpenRest& open, Effects& effects);
void Do(AppState& state, const action::LeaveCenter& leave, Effects& effects);
void Do(AppState& state, const action::GoBack& back, Effects& effects);
void Do(AppState& state, const action::GoForward& forward, Effects& effects);
void Do(AppState& state, const action::GoToCaller& go, Effects& effects);
void Do(AppState& state, const action::GoToWholeTree& go, Effects& effects);
void Do(AppState& state, const action::SetKind& set, Effects& effects);
void Do(AppState& state, const action::SetMetric& set, Effects& effects);
void Do(AppState& state, const action::PointAt& point, Effects& effects);
void Do(AppState& state, const action::Select& select, Effects& effects);
void Do(AppState& state, const action::ChooseFunction& choose, Effects& effects);

// After a view went from `before` to where it is, whichever way: what was pointed at lies elsewhere, and
// counts are of another subtree.
void AfterMove(AppState& state, ViewState& view, const ViewPosition& before, Effects& effects);

}  // namespace ringscope::apply
