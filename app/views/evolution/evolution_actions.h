#pragma once

#include "app/views/evolution/evolution_state.h"

// Of the active view.
namespace ringscope::evolution {

enum class Unfolding : uint8_t {
  kHotPath,   // also the way down to where most of the change happens
  kCallees,   // also its callees
  kAllBelow,  // also all that it reaches
  kNone,      // nothing below it
};
struct Unfold {
  ContextId context = kRootContext;
  Unfolding to = Unfolding::kCallees;
};
// All that is shown comes in sight.
struct FitAll {};

void Do(AppState& state, const Unfold& unfold, action::Effects& effects);
void Do(AppState& state, const FitAll& fit, action::Effects& effects);

}  // namespace ringscope::evolution
