#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/core/action.h"
#include "app/core/display_text.h"
#include "app/tables/tables.h"
#include "app/view/colors/derived_model.h"
#include "app/view/state/app_state.h"

namespace ringscope {

struct TableColumnModel {
  std::string id;  // "self"; "derived/miss rate"
  std::string title;
  std::string tooltip;
  TableKey key = TableKey::kName;
  std::string metric;     // see TableOrder::metric
  MetricIndex index = 0;  // of the cost's metric; in the tree table also of a formula in `derived`
};

// The columns of a table, and the column it is sorted by.
struct TableHead {
  std::vector<TableColumnModel> columns;  // the name comes first
  std::optional<size_t> sorted_by;
  bool descending = false;

  void Add(std::string id, std::string title, std::string tooltip, TableKey key, std::string metric = {});
  // Marks the column of this order, once all columns are added.
  void SortBy(const TableOrder& order);
};

// The order by a column, in one direction.
[[nodiscard]] TableOrder OrderFrom(const TableColumnModel& column, bool descending);

struct TableCellModel {
  std::string text;
  std::string share = {};  // of the view root
  std::string share_of_total = {};
  double bar = -1;  // `share` as a number; negative: no share
  std::string tooltip = {};
  std::string place = {};  // tells a function from others of its name
  bool is_cost = false;    // a cell that is neither a name nor a cost is drawn dim
};

struct TableRowModel {
  std::vector<TableCellModel> cells;  // one a column
  std::optional<FrameId> frame;       // of the row's function, if the rows belong to the shown tree
  std::string query;                  // for a row that is not a function: selects its contexts
  std::optional<FrameId> in_file;     // for a row that is a file: a function in the file
  bool selected = false;
  bool lit = false;  // the pointer is on the row's subject, here or in the chart
};

// A table without its rows: BuildTableRow() makes those in sight.
struct TableModel : TableHead {
  std::vector<BoundDerivedMetric> derived;
  uint64_t row_count = 0;
  std::string count;                      // "3 of 12 functions"
  std::string total;                      // "3.24 µs in all", "..., partly an estimate"
  std::string short_total;                // "3.24 µs", "~3.24 µs"
  std::string message;                    // why there are no rows
  std::string loading;                    // "Adding up 34 %", empty otherwise
  std::optional<uint64_t> selected, lit;  // rows
};

// O(columns), and O(layers) for threads.
[[nodiscard]] TableModel BuildTableModel(const AppState& state);
// Row `index` of [0, row_count). O(columns + bytes of the name).
[[nodiscard]] TableRowModel BuildTableRow(const AppState& state, const TableModel& model, uint64_t index);
// The action of a click on a row: it lights up a function, and searches for the contexts of any other row.
[[nodiscard]] std::optional<Action> ChooseTableRow(const TableRowModel& row);

// A value with its share of `total`, that of the view root. The unit suits `largest`, the largest value of
// the column, so that all cells of a column have the same unit.
[[nodiscard]] TableCellModel ValueCell(uint64_t value, uint64_t total, uint64_t largest,
                                       const Metric& metric);

// "Adding up 34 %", with the progress of the job if known; empty if the job does not run.
[[nodiscard]] std::string LoadingText(const AppState& state, JobId job);

// The actions of keys on the order of the dock's table; std::nullopt if the dock shows no table that can be
// sorted.

// Sorts by the next column, after the last one by the first, as a first click on the heading does.
[[nodiscard]] std::optional<Action> SortByNextColumn(const AppState& state);
// Sorts by the same column in the other direction.
[[nodiscard]] std::optional<Action> SortOtherWay(const AppState& state);

// Says to users who press such a key why there is no table to sort; empty if there is one, or no view.
[[nodiscard]] std::string NothingToSort(const AppState& state);

// The function whose callers and callees are shown, and what it costs.
struct NeighboursModel : CostTexts, TableHead {
  std::string name;  // empty: no function
  std::string module;
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

// A row of the list. Its callers read "Parser.parse <- run <- main": the nearest first, without packages.
struct MatchRow : TableRowModel {
  ContextId context = kNoContext;
};
// `row` of [0, row_count).
[[nodiscard]] MatchRow BuildMatchRow(const AppState& state, const MatchesModel& model, uint64_t row);
// The context of a row; kNoContext for a row without one.
[[nodiscard]] ContextId MatchAt(const AppState& state, uint64_t row);

}  // namespace ringscope
