#pragma once

#include "app/views/threads/threads_state.h"

// Of the active view.
namespace ringscope::threads {

struct DrawThreads {
  ThreadsPlace place;
};
// Turns of a wheel and moves that follow each other are one step of the history. What shows nothing else is
// none.
struct LookAt {
  TimeRange window;
  uint32_t first_row = 0;
};
// A pane has room for so many lanes.
struct LanesShown {
  size_t pane = 0;
  uint32_t shown = 0;
};

void Do(AppState& state, const DrawThreads& draw, action::Effects& effects);
void Do(AppState& state, const LookAt& look, action::Effects& effects);
void Do(AppState& state, const LanesShown& lanes, action::Effects& effects);

}  // namespace ringscope::threads
