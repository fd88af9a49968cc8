#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/core/action.h"
#include "app/tables/table_model.h"

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

}  // namespace ringscope
