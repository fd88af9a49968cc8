#pragma once

#include <optional>
#include <string>

#include "app/core/action.h"
#include "app/view/state/app_state.h"

namespace ringscope {

// What keys do to the order of the table that the dock shows. Nothing where none is shown that can be sorted.

// By the column behind the one it is sorted by, around to the first: as a first click on its heading does.
[[nodiscard]] std::optional<Action> SortByNextColumn(const AppState& state);
// The other way round by the same column.
[[nodiscard]] std::optional<Action> SortOtherWay(const AppState& state);

// Why there is none to sort, for users who pressed the key; empty where there is one, or no view.
[[nodiscard]] std::string NothingToSort(const AppState& state);

}  // namespace ringscope
