#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/core/display_text.h"
#include "app/tables/table_model.h"
#include "app/tables/tables.h"

namespace ringscope {

// The function whose callers and callees are shown, and what it costs.
struct NeighboursModel : CostTexts, TableHead {
  std::string name;     // empty: no function
  std::string module;   // and its place
  std::string message;  // why there are no rows
  std::string loading;
  bool can_go_back = false, can_go_forward = false;
  struct Side {
    uint64_t row_count = 0;
    std::string title;  // "Callers", with their number
    std::string empty;
  };
  Side callers, callees;
  std::optional<FrameId> frame;  // of the function itself
};
[[nodiscard]] NeighboursModel BuildNeighboursModel(const AppState& state);
[[nodiscard]] TableRowModel BuildNeighbourRow(const AppState& state, const NeighboursModel& model,
                                              NeighbourSide side, uint64_t index);

}  // namespace ringscope
