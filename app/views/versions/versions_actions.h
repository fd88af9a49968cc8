#pragma once

#include <cstddef>

#include "app/views/versions/versions_state.h"

// Of the active view.
namespace ringscope::versions {

// What was chosen before becomes the one before.
struct ChooseExecution {
  size_t execution = 0;
};
// The keys' place goes so many executions on, in the order in which they are drawn, without leaving them.
struct MoveCursor {
  int steps = 1;
};
struct DrawPlot {
  PlotPlace place;
};
// Compares the executions that were chosen: those of one version with those of the other, where they are of
// two, else the two. Earlier ones are before. Opens in a tab of its own.
struct CompareChosen {};

void Do(AppState& state, const ChooseExecution& choose, apply::Effects& effects);
void Do(AppState& state, const MoveCursor& move, apply::Effects& effects);
void Do(AppState& state, const DrawPlot& draw, apply::Effects& effects);
void Do(AppState& state, const CompareChosen& compare, apply::Effects& effects);

}  // namespace ringscope::versions
