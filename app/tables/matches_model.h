#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/core/display_text.h"
#include "app/tables/table_model.h"
#include "app/view/state/app_state.h"

namespace ringscope {

// The list of a search's matches below the view root, by inclusive value, without its rows, which are made
// only if visible. The costs are of all matches, with shares of the view root; inclusive costs count nested
// matches once.
struct MatchesModel : CostTexts, TableHead {
  std::string message;  // why there are no rows: no search, a text that is no query, nothing found, counting
  bool needs_search = false;     // the search has no text
  bool is_coming = false;        // rows are being counted or sorted
  std::string counts;            // "3,456 contexts, 12 functions"
  std::vector<uint64_t> totals;  // of the view root, per metric
  uint64_t row_count = 0;
  std::optional<uint64_t> current;  // row of the selected context, if that is a match
  std::string position;             // "12 of 3,456 by cost"
};
// O(log matches).
[[nodiscard]] MatchesModel BuildMatchesModel(const AppState& state, bool with_modules = true);

// Callers read "Parser.parse <- run <- main": the nearest first, without their packages.
struct MatchRow : TableRowModel {
  ContextId context = kNoContext;
};
// `row` of [0, row_count).
[[nodiscard]] MatchRow BuildMatchRow(const AppState& state, const MatchesModel& model, uint64_t row);
// The context of a row; kNoContext for a row without one.
[[nodiscard]] ContextId MatchAt(const AppState& state, uint64_t row);

}  // namespace ringscope
