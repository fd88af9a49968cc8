#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/load.h"
#include "app/cli/syntax.h"
#include "cct/base/text/number_text.h"
#include "cct/inputs/fit_filter.h"
#include "cct/table/group_table.h"

namespace ringscope {

enum class TableSort : uint8_t { kSelf, kInclusive, kContexts, kName };
struct TableOptions : ProfileOptions {
  GroupBy by = GroupBy::kFunction;
  // At most one of the two is given: a name or a query that selects one group.
  std::optional<std::string> callers_of, callees_of;
  std::optional<TableSort> sort;  // default: kSelf; of callers and callees: kInclusive
  bool over_executions = false;   // one metric, with a column for each execution
  bool inclusive = false;         // with over_executions: inclusive values instead of self
  std::vector<FitField> columns;  // of functions: how their cost grows with their input
};
// Prints the table of groups with a column for each execution: the cost of each group in it, in the metric of
// the view. Errors: the tree does not hold several executions.
[[nodiscard]] Result<int> RunExecutionsTable(const InputView& view, const TableOptions& options);

// The groups of a view, with a progress bar on a terminal. Errors: as BuildGroupTable.
struct Groups {
  FrameGrouping grouping;
  GroupTable table;
};
// `metrics`: the metrics of the table, in this order; empty: all metrics of the tree.
[[nodiscard]] Result<Groups> BuildGroups(const InputView& view, GroupBy by,
                                         std::span<const MetricIndex> metrics = {});

// The groups that have contexts, sorted; equal ones by name, then by number.
[[nodiscard]] std::vector<uint32_t> SortedGroups(const Groups& groups, MetricIndex metric, TableSort sort);

struct NumberColumn {
  std::string title;
  std::vector<double> values;  // one for each group of the grouping
};
// For each derived metric its self column, then its inclusive column. Errors: as BoundFormula::Bind.
[[nodiscard]] Result<std::vector<NumberColumn>> DerivedColumns(const InputView& view, const Groups& groups);

// The rows of a table of groups, or of the neighbours of a group. They outlive the table.
struct GroupRows {
  const Cct& tree;
  const FrameGrouping& grouping;
  std::vector<uint32_t> group;             // of each row; a number beyond the grouping: no caller
  std::vector<NumberColumn> derived = {};  // as DerivedColumns()
  [[nodiscard]] size_t size() const { return group.size(); }
  [[nodiscard]] std::string_view NameOf(size_t row) const;
  [[nodiscard]] Frame FrameOf(size_t row) const;  // the first frame of its group
};
// Adds the names of groups. CSV has the name, and of a function its module, file and line; text has the name.
void AddCsvNames(const GroupRows& rows, ReportTable& table);
void AddNameText(const GroupRows& rows, std::string title, ReportTable& table);
// Adds the derived metrics as members of JSON, "derived_self" and "derived_inclusive".
void AddDerived(const GroupRows& rows, size_t row, ReportValue::Object& members);

// The costs of rows in all metrics: `self` and `inclusive` have one column for each metric. `at` is the place
// of each row in these columns and in `contexts`.
struct RowCosts {
  const std::vector<std::vector<uint64_t>>& self;
  const std::vector<std::vector<uint64_t>>& inclusive;
  const std::vector<uint64_t>& contexts;
  std::vector<uint32_t> at;
  std::vector<NumberColumn> fits = {};  // a column for each field, with a value for each group
};
// The table of all metrics, as `table` prints and `export` writes it, or of the view's metric alone; shares
// are shares of the view root. `rows` and `costs` outlive the table.
enum class TabledMetrics : uint8_t { kAll, kOfView };
[[nodiscard]] ReportTable CostTable(const GroupRows& rows, const RowCosts& costs, const ViewSpec& view,
                                    std::string name_title, TabledMetrics of = TabledMetrics::kAll);

// Finds the group of a name or query: the groups of exactly this name, else the groups of the frames that the
// query selects. Several groups become one group of `grouping`, with the text as its name.
struct FoundGroup {
  std::optional<uint32_t> group;  // std::nullopt: nothing in the tree matches
  std::string why_none;           // the line for stderr in that case
};
[[nodiscard]] Result<FoundGroup> FindGroup(const Cct& tree, const std::string& text, FrameGrouping& grouping);

// Whether the first ring holds the self cost of functions (SelfPlaceAfter). Prints a note if no place does.
[[nodiscard]] bool SelfIsInFirstRing(const InputView& view);

// The name of a group for people; a function has its module behind it: "f [lib]".
[[nodiscard]] std::string GroupText(std::string_view name, std::string_view module = {});
[[nodiscard]] std::string GroupText(const Cct& tree, const FrameGrouping& grouping, uint32_t group);

// Keeps the first rows up to a limit, if there is one; returns the number of rows left out.
template <typename RowType>
size_t LimitRows(std::optional<uint32_t> limit, std::vector<RowType>& rows) {
  if (!limit || *limit >= rows.size()) return 0;
  const size_t left_out = rows.size() - *limit;
  rows.resize(*limit);
  return left_out;
}

// Adds a line for the cost outside of all functions, if there is any: no row of the table has it. A table of
// threads has no such line.
void TellOutside(const InputView& view, const Groups& groups, Report& report);

// The name of the row of calls without a caller.
inline constexpr std::string_view kNoCallerText = "(no caller)";

}  // namespace ringscope
