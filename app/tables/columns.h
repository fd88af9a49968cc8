#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/tables/table_model.h"
#include "app/view/command.h"
#include "app/view/difference/difference_model.h"
#include "app/view/state/app_state.h"
#include "cct/tree/metric_sides.h"

namespace ringscope {

// The setting with the columns that tables show for this metric; comparisons have a setting of their own.
[[nodiscard]] TableColumns Settings::*ColumnsOfTables(const Cct& tree, MetricIndex drawn);
[[nodiscard]] const TableColumns& ShownColumns(const AppState& state);  // of the active view

// The metrics that tables have columns for: the drawn one, or both sides of it, then those of the settings
// that the tree has.
[[nodiscard]] std::vector<MetricIndex> TableMetrics(const Settings& settings, const Cct& tree,
                                                    MetricIndex drawn);

// Titles and meanings of the two columns of each metric.
struct CostColumnTexts {
  std::string self_title, self_means, inclusive_means;
  bool self_first = false;
};
// Adds the columns of costs. A comparison has each cost before and after, and their difference, also in per
// cent. The second of self and inclusive cost, the difference of shares, and the split by calls have columns
// if the settings ask for them.
void AddCostColumns(const Settings& settings, const Cct& tree, MetricIndex drawn,
                    const CostColumnTexts& texts, TableHead& head);

// A cost with its shares of the profile and of the view root, whose total is `view_total`. The unit suits
// `largest`, the largest cost of the column; without it, `view_total`.
[[nodiscard]] TableCellModel CostCell(const Cct& tree, MetricIndex metric, uint64_t value,
                                      uint64_t view_total, std::optional<uint64_t> largest = {});

// The entries of the menu of columns, which are those of all tables.
[[nodiscard]] std::vector<ColumnChoice> ColumnChoices(const Settings& settings, const Cct& tree,
                                                      MetricIndex drawn);

// The cost of a row, in a metric of the tree.
using CostOfRow = std::function<uint64_t(MetricIndex metric, bool is_self)>;

// For a row of several contexts: the part of the difference that comes of more calls (SplitSums), by the
// metric's column of the side before. Empty: the row is split as if it were one context.
using MoreCallsOfRow = std::function<double(MetricIndex before)>;

[[nodiscard]] constexpr bool IsOfDifference(TableKey key) {
  return key >= TableKey::kDifference && key <= TableKey::kSplitCost;
}

// The metrics that the differences of `drawn` are made of. O(metrics) to make.
struct DifferenceSides {
  DifferenceSides(const Cct& tree, MetricIndex drawn);
  std::optional<MetricSides> cost, calls;  // `calls` if `drawn` is not their own metric
};

// A cell of a column of differences; empty without sides of the cost. The unit suits `largest`, the largest
// cost of any row by metric.
[[nodiscard]] TableCellModel DifferenceCell(const Cct& tree, const DifferenceSides& both, TableKey key,
                                            const std::vector<uint64_t>& largest, const CostOfRow& cost,
                                            const MoreCallsOfRow& more_calls = nullptr);

// The cell of one context in the columns that tables of contexts share: name, module, costs and differences.
// `totals`: the costs of the view root, by metric.
[[nodiscard]] TableCellModel ContextCell(const Cct& tree, MetricIndex drawn, const TableColumnModel& column,
                                         ContextId context, const std::vector<uint64_t>& totals);

// The absolute difference, which sorts the rows; 0 without sides of the cost.
[[nodiscard]] double SizeOfDifference(const Cct& tree, const DifferenceSides& both, TableKey key,
                                      const CostOfRow& cost, const MoreCallsOfRow& more_calls = nullptr);

// The two columns of a comparison that count calls, if any. O(metrics).
[[nodiscard]] std::optional<MetricSides> ComparedCalls(const Cct& tree);

// Marks the column that a table of contexts is sorted by. Users cannot sort such a table by another one.
void SortByContextOrder(const ContextOrder& order, TableHead& head);

// The settings with the order of a view's functions, and with that of its callers and callees; comparisons
// have settings of their own.
[[nodiscard]] TableOrder Settings::*OrderOfTable(const ViewState& view);
[[nodiscard]] TableOrder Settings::*OrderOfNeighbours(const ViewState& view);

}  // namespace ringscope
