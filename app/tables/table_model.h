#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/core/action.h"
#include "app/view/colors/derived_model.h"
#include "app/view/state/app_state.h"

namespace ringscope {

struct TableColumnModel {
  std::string id;  // "self"; "derived/miss rate"
  std::string title;
  std::string tooltip;
  TableKey key = TableKey::kName;
  std::string metric;     // as TableOrder has it
  MetricIndex index = 0;  // of the metric: self and inclusive cost
};

// The columns of a table, and the one by which it is sorted.
struct TableHead {
  std::vector<TableColumnModel> columns;  // the name comes first
  std::optional<size_t> sorted_by;
  bool descending = false;

  void Add(std::string id, std::string title, std::string tooltip, TableKey key, std::string metric = {});
  // The columns are there already.
  void SortBy(const TableOrder& order);
};

// By a column, in one direction.
[[nodiscard]] TableOrder OrderFrom(const TableColumnModel& column, bool descending);

struct TableCellModel {
  std::string text;
  std::string share = {};  // of the view root, with the value
  std::string share_of_total = {};
  std::string brief = {};  // of a value: in the unit that suits it alone, where the column is narrow
  double bar = -1;         // the share as a number; negative: none
  std::string tooltip = {};
  std::string place = {};  // of a function whose name others have too: what tells it from them
};

struct TableRowModel {
  std::vector<TableCellModel> cells;  // one a column
  std::optional<FrameId> frame;       // of the function, while the rows belong to the tree that is shown
  std::string query;                  // selects the contexts of a row that stands for no function
  std::optional<FrameId> in_file;     // of a row that stands for a file: a function in it
};

// Everything but the rows, which are made for those in sight only.
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
// The cell of a column; null where there is no such column.
[[nodiscard]] const TableCellModel* FindCell(const TableHead& head, const TableRowModel& row,
                                             std::string_view id);
// What a click on a row does: functions light up, other rows are searched for.
[[nodiscard]] std::optional<Action> ChooseTableRow(const TableRowModel& row);

// A value of the view root's total, with its share; the cells of a column have one unit, which suits the
// largest of them.
[[nodiscard]] TableCellModel ValueCell(uint64_t value, uint64_t total, uint64_t largest,
                                       const Metric& metric);

// "Adding up 34 %", as far as the job says.
[[nodiscard]] std::string LoadingText(const AppState& state, JobId job);

// What keys do to the order of the table that the dock shows. Nothing where none is shown that can be sorted.

// By the column behind the one it is sorted by, around to the first: as a first click on its heading does.
[[nodiscard]] std::optional<Action> SortByNextColumn(const AppState& state);
// The other way round by the same column.
[[nodiscard]] std::optional<Action> SortOtherWay(const AppState& state);

// Why there is none to sort, for users who pressed the key; empty where there is one, or no view.
[[nodiscard]] std::string NothingToSort(const AppState& state);

}  // namespace ringscope
