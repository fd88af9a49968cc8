#pragma once

#include "app/views/matrix/matrix_state.h"

// Of the active view.
namespace ringscope::matrix {

// Where another version is chosen already, the runs of the cell's benchmark in both versions are compared:
// the earlier version is before. Opens in a tab of its own.
struct ChooseCell {
  CellPlace place;
};
// The keys' place, without leaving the matrix.
struct MoveCursor {
  int benchmarks = 0, versions = 0;
};

void Do(AppState& state, const ChooseCell& choose, action::Effects& effects);
void Do(AppState& state, const MoveCursor& move, action::Effects& effects);

}  // namespace ringscope::matrix
