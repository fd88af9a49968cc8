#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/commands/group_rows.h"
#include "app/cli/tree_info.h"
#include "app/core/display_text.h"
#include "cct/tree/metric_sides.h"

namespace ringscope {
namespace {

constexpr size_t kMaxTitleBytes = 40;

struct ExecutionsTable {
  const InputView& view;
  const TableOptions& options;
  std::vector<MetricIndex> run;  // the column of the tree for each execution
  Groups groups;                 // over these columns alone, in this order
  std::vector<uint32_t> rows;
  size_t left_out = 0;

  [[nodiscard]] const Cct& tree() const { return view.tree(); }
  [[nodiscard]] const Metric& MetricOf(size_t execution) const { return tree().metrics()[run[execution]]; }
  [[nodiscard]] const Execution& ExecutionAt(size_t execution) const {
    return tree().report().executions[execution];
  }
  [[nodiscard]] const std::vector<uint64_t>& Values(size_t execution) const {
    return options.inclusive ? groups.table.inclusive[execution] : groups.table.self[execution];
  }
};

// Sorts by the sum over all executions, each at most 2^63, then by name.
void SortRows(ExecutionsTable& table) {
  std::vector<long double> cost;
  const TableSort sort =
      table.options.sort.value_or(table.options.inclusive ? TableSort::kInclusive : TableSort::kSelf);
  for (uint32_t group = 0; group < table.groups.grouping.size(); ++group) {
    long double sum = 0;
    for (size_t e = 0; e < table.run.size(); ++e) {
      const GroupTable& of = table.groups.table;
      sum += static_cast<long double>(sort == TableSort::kInclusive ? of.inclusive[e][group]
                                                                    : of.self[e][group]);
    }
    cost.push_back(sort == TableSort::kName ? 0
                   : sort == TableSort::kContexts
                       ? static_cast<long double>(table.groups.table.contexts[group])
                       : sum);
    if (table.groups.table.contexts[group] != 0) table.rows.push_back(group);
  }
  const std::vector<std::string>& names = table.groups.grouping.name;
  std::stable_sort(table.rows.begin(), table.rows.end(), [&](uint32_t a, uint32_t b) {
    if (cost[a] != cost[b]) return cost[a] > cost[b];
    return names[a] < names[b];
  });
  table.left_out = LimitRows(table.options.limit, table.rows);
}

// The table of groups by executions.
ReportTable CostsByExecution(const ExecutionsTable& table, const GroupRows& rows) {
  const size_t count = table.run.size();
  ReportTable shown{.key = "rows", .rows = rows.size(), .left_out = table.left_out};
  const auto contexts = [&](size_t row) { return table.groups.table.contexts[rows.group[row]]; };
  shown.object = [&, contexts](size_t row) {
    ReportValue::Array values;
    for (size_t e = 0; e < table.run.size(); ++e)
      values.emplace_back(ExactDecimal{table.Values(e)[rows.group[row]], table.MetricOf(e).scale});
    ReportValue::Object members{{"name", rows.NameOf(row)}};
    if (rows.grouping.by == GroupBy::kFunction) members.push_back({"module", rows.FrameOf(row).module});
    members.push_back({"contexts", contexts(row)});
    members.push_back({"by_execution", std::move(values)});
    return members;
  };
  AddCsvNames(rows, shown);
  shown.Csv("contexts", contexts);
  uint64_t largest = 0;
  for (size_t e = 0; e < count; ++e) {
    for (const uint32_t group : rows.group) largest = std::max(largest, table.Values(e)[group]);
  }
  // One unit for all columns, so that rows can be read across.
  const ValueColumn in_column(largest, table.MetricOf(0).unit, table.MetricOf(0).scale);
  for (size_t e = 0; e < count; ++e) {
    const std::string& name = table.ExecutionAt(e).name;
    const auto value = [&, e](size_t row) { return table.Values(e)[rows.group[row]]; };
    // A narrow terminal keeps the first and the last executions longest.
    const auto rank = static_cast<uint32_t>(e == 0 ? 0 : count - e);
    shown.columns.push_back({.head = {DisplayText(name, kMaxTitleBytes), TextTable::Align::kRight, rank},
                             .csv = name,
                             .text = [=](size_t row) { return in_column.Text(value(row)); },
                             .value =
                                 [=, scale = table.MetricOf(e).scale](size_t row) {
                                   return ExactDecimal{value(row), scale};
                                 }});
  }
  AddNameText(rows, std::string(WordOf(kGroupByWords, table.options.by)), shown);
  shown.empty = "The profile has no rows of this kind";
  shown.left_out_columns = [count](uint32_t highest_rank) {
    return highest_rank + 1 >= count ? std::string()
                                     : fmt::format("No room for {}: --csv has all",
                                                   CountedText(count - highest_rank - 1, "more execution"));
  };
  return shown;
}

ReportValue ExecutionsValue(const ExecutionsTable& table) {
  ReportValue::Array executions;
  for (size_t e = 0; e < table.run.size(); ++e) {
    ReportValue::Object execution = ExecutionValue(table.ExecutionAt(e));
    execution.push_back({"total", ExactDecimal{table.tree().Inclusive(table.view.roots(), table.run[e]),
                                               table.MetricOf(e).scale}});
    executions.emplace_back(std::move(execution));
  }
  return executions;
}

}  // namespace

Result<int> RunExecutionsTable(const InputView& view, const TableOptions& options) {
  const Cct& tree = view.tree();
  std::optional<std::vector<MetricIndex>> run =
      ExecutionColumns(tree.metrics(), tree.report().executions, view.view.metric);
  if (!run) {
    return Refuse(
        "{}: expected a metric with a column for each of several executions, as 'ringscope series -o' "
        "and 'ringscope compare -o' write them, found '{}'",
        options.input.file.string(), tree.metrics()[view.view.metric].name);
  }
  ExecutionsTable table{view, options, std::move(*run)};
  RINGSCOPE_ASSIGN(table.groups, About(options.input.file, BuildGroups(view, options.by, table.run)));
  SortRows(table);
  const GroupRows rows{tree, table.groups.grouping, std::move(table.rows)};
  Report report;
  report.Field("by", WordOf(kGroupByWords, options.by));
  report.Field("metric", NameOfCompared(table.MetricOf(0)));
  report.Field("unit", table.MetricOf(0).unit);
  report.Field("values", options.inclusive ? "inclusive" : "self");
  report.Field("executions", ExecutionsValue(table));
  report.Add(CostsByExecution(table, rows));
  return About(options.input.file, Deliver(report, options.format));
}

}  // namespace ringscope
