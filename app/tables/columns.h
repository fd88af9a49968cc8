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

// The columns that tables of this metric show: those of comparisons are other ones.
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
// Of a comparison each cost before and after with their difference, also in per cent; of the second cost, and
// of shares and calls, where the settings ask for it.
void AddCostColumns(const Settings& settings, const Cct& tree, MetricIndex drawn,
                    const CostColumnTexts& texts, TableHead& head);

// A cost with its shares of the profile and of the view root, whose total is `view_total`. Its unit suits the
// largest cost of the column; without `largest`, the total.
[[nodiscard]] TableCellModel CostCell(const Cct& tree, MetricIndex metric, uint64_t value,
                                      uint64_t view_total, std::optional<uint64_t> largest = {});

// The menu about the columns of all tables.
[[nodiscard]] std::vector<ColumnChoice> ColumnChoices(const Settings& settings, const Cct& tree,
                                                      MetricIndex drawn);

// The cost of a row, in a metric of the tree.
using CostOfRow = std::function<uint64_t(MetricIndex metric, bool is_self)>;

// For a row of several contexts, by the column of the side before: SplitSums. Empty: a row is split as if it
// were one context.
using MoreCallsOfRow = std::function<double(MetricIndex before)>;

[[nodiscard]] constexpr bool IsOfDifference(TableKey key) {
  return key >= TableKey::kDifference && key <= TableKey::kSplitCost;
}

// A cell of a column of differences, in the unit that suits the largest of these costs, by metric; empty if
// `drawn` has no sides.
[[nodiscard]] TableCellModel DifferenceCell(const Cct& tree, MetricIndex drawn, TableKey key,
                                            const std::vector<uint64_t>& largest, const CostOfRow& cost,
                                            const MoreCallsOfRow& more_calls = nullptr);

// The cell of one context in the columns that tables of contexts share: name, module, costs and differences.
// `totals`: of the view root, by metric.
[[nodiscard]] TableCellModel ContextCell(const Cct& tree, MetricIndex drawn, const TableColumnModel& column,
                                         ContextId context, const std::vector<uint64_t>& totals);

// What rows are sorted by: the absolute difference. 0 if `drawn` has no sides.
[[nodiscard]] double SizeOfDifference(const Cct& tree, MetricIndex drawn, TableKey key, const CostOfRow& cost,
                                      const MoreCallsOfRow& more_calls = nullptr);

// The columns of a comparison that count calls, if any. O(metrics).
[[nodiscard]] std::optional<MetricSides> ComparedCalls(const Cct& tree);

// Marks the column that a table of contexts is sorted by; the user cannot choose another there.
void SortByContextOrder(const ContextOrder& order, TableHead& head);

// The order in force for a view's functions, and for its callers and callees: comparisons have their own.
[[nodiscard]] TableOrder Settings::*OrderOfTable(const ViewState& view);
[[nodiscard]] TableOrder Settings::*OrderOfNeighbours(const ViewState& view);

}  // namespace ringscope
