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
  // At most one of these: a name or a query that selects one group.
  std::optional<std::string> callers_of, callees_of;
  std::optional<TableSort> sort;  // default: kSelf, of callers and callees kInclusive
  bool over_executions = false;   // a column an execution, of one metric
  bool inclusive = false;         // of these: inclusive values instead of self
  std::vector<FitField> columns;  // of functions: how their costs grow with their input
};
// The table of groups with a column an execution: what each group costs in each of them, in the metric of the
// view. Errors: the tree does not hold several executions.
[[nodiscard]] Result<int> RunExecutionsTable(const InputView& view, const TableOptions& options);

// The groups of a view, with a progress bar on a terminal. Errors: as BuildGroupTable.
struct Groups {
  FrameGrouping grouping;
  GroupTable table;
};
// `metrics`: of the tree, in this order; none: all.
[[nodiscard]] Result<Groups> BuildGroups(const InputView& view, GroupBy by,
                                         std::span<const MetricIndex> metrics = {});

// The groups that occur, in an order; equals by name, then by number.
[[nodiscard]] std::vector<uint32_t> SortedGroups(const Groups& groups, MetricIndex metric, TableSort sort);

struct NumberColumn {
  std::string title;
  std::vector<double> values;  // per group of the grouping
};
// Per derived metric its self, then its inclusive column. Errors: as BoundFormula::Bind.
[[nodiscard]] Result<std::vector<NumberColumn>> DerivedColumns(const InputView& view, const Groups& groups);

// The rows of a table of groups, or of the neighbours of one. It has to outlive the table that is made of it.
struct GroupRows {
  const Cct& tree;
  const FrameGrouping& grouping;
  std::vector<uint32_t> group;             // of each row; beyond the grouping: the outside
  std::vector<NumberColumn> derived = {};  // as DerivedColumns()
  [[nodiscard]] size_t size() const { return group.size(); }
  [[nodiscard]] std::string_view NameOf(size_t row) const;
  [[nodiscard]] Frame FrameOf(size_t row) const;  // the first one of its group
};
// Which group a row is about: of CSV its name, and of a function its module, file and line; for people its
// name.
void AddCsvNames(const GroupRows& rows, ReportTable& table);
void AddNameText(const GroupRows& rows, std::string title, ReportTable& table);
// The derived metrics as members of JSON, "derived_self" and "derived_inclusive".
void AddDerived(const GroupRows& rows, size_t row, ReportValue::Object& members);

// What rows cost in all metrics: `self` and `inclusive` have a column a metric, each with the value of a row
// at the row's place in `at`, as has `contexts`.
struct RowCosts {
  const std::vector<std::vector<uint64_t>>& self;
  const std::vector<std::vector<uint64_t>>& inclusive;
  const std::vector<uint64_t>& contexts;
  std::vector<uint32_t> at;
  std::vector<NumberColumn> fits = {};  // per group, a column a field
};
// The table of all metrics, as `table` prints and `export` writes it, or of the view's alone; shares are
// shares of the view root. `rows` and `costs` have to outlive it.
enum class TabledMetrics : uint8_t { kAll, kOfView };
[[nodiscard]] ReportTable CostTable(const GroupRows& rows, const RowCosts& costs, const ViewSpec& view,
                                    std::string name_title, TabledMetrics of = TabledMetrics::kAll);

// The group that a name or a query selects: the groups of exactly this name, else the groups of the frames
// that a query selects. Several become one of `grouping`, with the text as its name.
struct FoundGroup {
  std::optional<uint32_t> group;  // none: nothing in the tree matches
  std::string why_none;           // the line for stderr that says so
};
[[nodiscard]] Result<FoundGroup> FindGroup(const Cct& tree, const std::string& text, FrameGrouping& grouping);

// Whether the first ring holds what functions cost themselves (SelfPlaceAfter). Prints a note where nothing
// does.
[[nodiscard]] bool SelfIsInFirstRing(const InputView& view);

// The name of a group for people, that of a function with its module: "f [lib]".
[[nodiscard]] std::string GroupText(std::string_view name, std::string_view module = {});
[[nodiscard]] std::string GroupText(const Cct& tree, const FrameGrouping& grouping, uint32_t group);
// Keeps the first rows of a limit, if there is one; returns how many it left out.
template <typename RowType>
size_t LimitRows(std::optional<uint32_t> limit, std::vector<RowType>& rows) {
  if (!limit || *limit >= rows.size()) return 0;
  const size_t left_out = rows.size() - *limit;
  rows.resize(*limit);
  return left_out;
}
// Adds a line for what was measured where no function ran, if that costs anything: no row of the table has
// it. Of threads there is no such line.
void TellOutside(const InputView& view, const Groups& groups, Report& report);
// What a row is called that stands for the outside.
inline constexpr std::string_view kNoCallerText = "(no caller)";

}  // namespace ringscope
