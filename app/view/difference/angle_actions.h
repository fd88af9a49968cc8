#pragma once

#include "app/view/state/app_state.h"
#include "app/core/effect.h"

namespace ringscope::action {

// What the charts of the active view draw of its comparison.
struct SetAngle {
  ComparedAngle angle = ComparedAngle::kAfter;
};
struct DrawShares {
  bool on = true;
};

void Do(AppState& state, const SetAngle& set, Effects& effects);
void Do(AppState& state, const DrawShares& set, Effects& effects);
// Asks for the columns that the shown comparisons draw, where they are to be made.
void RefreshAngles(AppState& state, Effects& effects);
// What a comparison is first shown as: what it costs after, in the colours of the difference. Other profiles
// stay as they are.
void BeginComparison(ViewState& view);

}  // namespace ringscope::action
