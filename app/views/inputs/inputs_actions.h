#pragma once

#include "app/views/inputs/inputs_state.h"

// Of the active view.
namespace ringscope::inputs {

struct DrawInputs {
  InputsPlace place;
};
// What is seen and which sizes are chosen; of the function that is plotted.
struct LookAt {
  InputsLook look;
};
// All of the plots again.
struct SeeAll {};

void Do(AppState& state, const DrawInputs& draw, action::Effects& effects);
void Do(AppState& state, const LookAt& look, action::Effects& effects);
void Do(AppState& state, const SeeAll& see, action::Effects& effects);

}  // namespace ringscope::inputs
