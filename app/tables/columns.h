#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/core/action.h"
#include "app/tables/table_model.h"
#include "app/view/difference/context_order.h"
#include "app/view/state/app_state.h"
#include "cct/tree/metric_sides.h"

namespace ringscope {

// The metrics that tables have columns for: the drawn one, then those that the settings name and the tree
// has.
[[nodiscard]] std::vector<MetricIndex> TableMetrics(const Settings& settings, const Cct& tree,
                                                    MetricIndex drawn);

// What the two columns of each metric are called, and mean.
struct CostColumnTexts {
  std::string self_title, self_means, inclusive_means;
  bool self_first = false;
};
void AddCostColumns(const Settings& settings, const Cct& tree, MetricIndex drawn,
                    const CostColumnTexts& texts, TableHead& head);

// A cost with its shares of the profile and of the view root, whose total it is given. Its unit suits the
// largest cost of the column, the total where that is not known.
[[nodiscard]] TableCellModel CostCell(const Cct& tree, MetricIndex metric, uint64_t value,
                                      uint64_t view_total, std::optional<uint64_t> largest = {});

// A row of the menu about the columns of all tables.
struct ColumnChoice {
  std::string mark;   // "share-total"
  std::string label;  // "Share of the total"
  bool on = false;
  Action action;  // of a click
  bool begins_group = false;
};
[[nodiscard]] std::vector<ColumnChoice> ColumnChoices(const Settings& settings, const Cct& tree,
                                                      MetricIndex drawn);

// The columns that tables of a comparison have beside the costs of both sides: the difference of the
// inclusive and of the own costs, that of their shares of the totals, and, of functions whose calls were
// counted, which part of the difference comes of more or fewer calls.

// Of a row, in a metric of the tree.
using CostOfRow = std::function<uint64_t(MetricIndex metric, bool is_self)>;

// Of a row that stands for several contexts, by the column of the side before: SplitSums. None: a row is split as
// if it were one context.
using MoreCallsOfRow = std::function<double(MetricIndex before)>;

[[nodiscard]] constexpr bool IsOfDifference(TableKey key) {
  return key >= TableKey::kDifference && key <= TableKey::kSplitCost;
}

// Nothing where `drawn` is no column of a comparison. `splits`: rows have numbers of calls of their own.
void AddDifferenceColumns(const Cct& tree, MetricIndex drawn, bool splits, TableHead& head);

// A cell of such a column; empty where there are no sides.
[[nodiscard]] TableCellModel DifferenceCell(const Cct& tree, MetricIndex drawn, TableKey key,
                                            const CostOfRow& cost, const MoreCallsOfRow& more_calls = nullptr);

// What rows are sorted by: the size of the difference, whichever way it goes. 0 where there are no sides.
[[nodiscard]] double SizeOfDifference(const Cct& tree, MetricIndex drawn, TableKey key,
                                      const CostOfRow& cost, const MoreCallsOfRow& more_calls = nullptr);

// The columns of a comparison that count calls, if it has some. O(metrics).
[[nodiscard]] std::optional<MetricSides> ComparedCalls(const Cct& tree);

// By which of the columns a table of contexts is sorted; nothing else can be chosen there.
void SortByContextOrder(const ContextOrder& order, TableHead& head);

// The order of functions, and of callers and callees, that is in force for a view: comparisons have their
// own.
[[nodiscard]] TableOrder Settings::*OrderOfTable(const ViewState& view);
[[nodiscard]] TableOrder Settings::*OrderOfNeighbours(const ViewState& view);

}  // namespace ringscope
