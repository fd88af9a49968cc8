#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/view/state/app_state.h"
#include "cct/tree/execution.h"

namespace ringscope {

// What is compared, as the dialog begins: the tabs from left to right are before and after.
struct CompareRow {
  DocumentId document = 0;
  std::string name;
  std::optional<Side> side;
};
// The profiles that are whole and no comparison themselves. Of several the shown one is after, and the one
// before it in the order of the tabs is before.
[[nodiscard]] std::vector<CompareRow> BuildCompareRows(const AppState& state);

// "; V compares it with old.folded": behind the note of a profile that was opened beside another one. Empty
// where there is none, or no key.
[[nodiscard]] std::string ComparisonOffer(const AppState& state);

// Gives a row's profile to the side behind (1) or before (-1) its own: neither, before, after.
void MoveToSide(CompareRow& row, int steps);

// Why these sides cannot be compared; empty where they can.
[[nodiscard]] std::string CompareProblem(const std::vector<CompareRow>& rows);

}  // namespace ringscope
