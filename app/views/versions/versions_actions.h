#pragma once

#include <cstddef>
#include <optional>

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
// The pointer is on an execution in a pane, or on none any more: rings of the same tree in other panes are those
// of it, else of the one that was chosen.
struct PointAtExecution {
  size_t pane = 0;
  std::optional<size_t> execution;
};
// Chooses an execution and shows its rings in the pane beside.
struct ShowRings {
  size_t execution = 0;
};

void Do(AppState& state, const ChooseExecution& choose, action::Effects& effects);
void Do(AppState& state, const MoveCursor& move, action::Effects& effects);
void Do(AppState& state, const DrawPlot& draw, action::Effects& effects);
void Do(AppState& state, const CompareChosen& compare, action::Effects& effects);
void Do(AppState& state, const PointAtExecution& point, action::Effects& effects);
void Do(AppState& state, const ShowRings& show, action::Effects& effects);

}  // namespace ringscope::versions
