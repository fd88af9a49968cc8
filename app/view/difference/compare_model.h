#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/view/state/app_state.h"
#include "cct/tree/execution.h"

namespace ringscope {

// A profile in the dialog, as it begins: the tabs from left to right are before and after.
struct CompareRow {
  DocumentId document = 0;
  std::string name;
  std::optional<Side> side;
};
// The profiles that are whole and no comparisons. With several, the shown profile is after, and the profile
// before it in the order of the tabs is before.
[[nodiscard]] std::vector<CompareRow> BuildCompareRows(const AppState& state);

// Moves a row's profile by `steps`, 1 or -1, in the order neither, before, after.
void MoveToSide(CompareRow& row, int steps);

// Why these sides cannot be compared; empty if they can.
[[nodiscard]] std::string CompareProblem(const std::vector<CompareRow>& rows);

}  // namespace ringscope
