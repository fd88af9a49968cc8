#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/core/app_state.h"
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

// Why these sides cannot be compared; empty where they can.
[[nodiscard]] std::string CompareProblem(const std::vector<CompareRow>& rows);

}  // namespace ringscope
