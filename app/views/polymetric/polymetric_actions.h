#pragma once

#include <string>

#include "app/views/polymetric/polymetric_state.h"

// Of the active view.
namespace ringscope::polymetric {

// Shows this, in a place of its own in the history. A text that cannot be read is not shown; a note says why.
struct ShowText {
  std::string text;
};
// The behavior of the function that is chosen, or of this one: all that it reaches, or a layer of callers and
// one of callees, which `StepOutward` makes more.
struct ShowBehavior {
  std::optional<FrameId> function;
  bool only_neighbours = false;
};
// A layer of callers more, and one of callees where not all are shown.
struct StepOutward {};
// Of a comparison: before and after beside each other in linked panes, or in one picture again.
struct ShowSides {
  bool beside = true;
};
// The rings, with the function of the behavior, or the one that is chosen, lit.
struct ShowInRings {};

void Do(AppState& state, const ShowText& show, action::Effects& effects);
void Do(AppState& state, const ShowBehavior& show, action::Effects& effects);
void Do(AppState& state, const StepOutward& step, action::Effects& effects);
void Do(AppState& state, const ShowSides& show, action::Effects& effects);
void Do(AppState& state, const ShowInRings& show, action::Effects& effects);

}  // namespace ringscope::polymetric
