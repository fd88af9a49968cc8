#include <fmt/format.h>


#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/commands/group_rows.h"
#include "app/cli/tree_info.h"
#include "app/core/display_text.h"
#include "app/report/text_table.h"
#include "cct/base/text/json_writer.h"
#include "cct/tree/execution_columns.h"
#include "cct/tree/metric_sides.h"

namespace ringscope {
namespace {

using Align = TextTable::Align;

constexpr size_t kMaxTitleBytes = 40;

struct ExecutionsTable {
  const InputView& view;
  const TableOptions& options;
  std::vector<MetricIndex> run;  // by execution: its column of the tree
  Groups groups;                 // of these columns alone, in this order
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

// By the sum over all executions, each as a part of 2^63 at most, then by name.
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

void Print(const ExecutionsTable& table, Output& out) {
  std::vector<TextTable::Column> titles;
  const size_t count = table.run.size();
  uint64_t largest = 0;
  for (size_t e = 0; e < count; ++e) {
    // Where there is no room for all, the first and the last stay longest.
    const auto rank = static_cast<uint32_t>(e == 0 ? 0 : count - e);
    titles.push_back({DisplayText(table.ExecutionAt(e).name, kMaxTitleBytes), Align::kRight, rank});
    for (const uint32_t row : table.rows) largest = std::max(largest, table.Values(e)[row]);
  }
  titles.push_back({std::string(WordOf(kGroupByWords, table.options.by)), Align::kLeft});
  TextTable text(std::move(titles));
  // One for all, so that rows can be read across.
  const ValueColumn column(largest, table.MetricOf(0).unit, table.MetricOf(0).scale);
  std::vector<std::string> names = GroupTexts(table.tree(), table.groups.grouping, table.rows);
  for (size_t row = 0; row < table.rows.size(); ++row) {
    std::vector<std::string> cells;
    for (size_t e = 0; e < count; ++e) cells.push_back(column.Text(table.Values(e)[table.rows[row]]));
    cells.push_back(std::move(names[row]));
    text.AddRow(std::move(cells));
  }
  const std::optional<size_t> width = TerminalWidth();
  const auto all = static_cast<uint32_t>(count);
  const uint32_t rank = width ? text.FittingRank(*width) : all;
  out.Write(text.Text(rank));
  if (table.rows.empty() && table.left_out == 0) out.Print("The profile has no rows of this kind\n");
  PrintLeftOut(table.left_out, out);
  if (rank + 1 < all)
    out.Print("No room for {}: --csv has all\n", CountedText(all - rank - 1, "more execution"));
}

void Write(const ExecutionsTable& table, Output& out) {
  JsonWriter json = out.Json();
  json.BeginObject();
  json.Key("by").String(WordOf(kGroupByWords, table.options.by));
  json.Key("metric").String(NameOfCompared(table.MetricOf(0)));
  json.Key("unit").String(table.MetricOf(0).unit);
  json.Key("values").String(table.options.inclusive ? "inclusive" : "self");
  json.Key("executions").BeginArray();
  for (size_t e = 0; e < table.run.size(); ++e) {
    json.BeginObject();
    json.Key("name").String(table.ExecutionAt(e).name);
    WriteExecutionDetails(table.ExecutionAt(e), json);
    json.Key("total").Decimal(table.tree().Inclusive(table.view.roots(), table.run[e]),
                              table.MetricOf(e).scale);
    json.EndObject();
  }
  json.EndArray();
  json.Key("rows").BeginArray();
  const FrameGrouping& grouping = table.groups.grouping;
  for (const uint32_t group : table.rows) {
    json.BeginObject();
    json.Key("name").String(grouping.name[group]);
    if (grouping.by == GroupBy::kFunction)
      json.Key("module").String(table.tree().frames()[grouping.first_frame[group]].module);
    json.Key("contexts").Number(table.groups.table.contexts[group]);
    json.Key("by_execution").BeginArray();
    for (size_t e = 0; e < table.run.size(); ++e)
      json.Decimal(table.Values(e)[group], table.MetricOf(e).scale);
    json.EndArray();
    json.EndObject();
  }
  json.EndArray();
  json.EndObject().Finish();
}

}  // namespace

Result<int> RunExecutionsTable(const InputView& view, const TableOptions& options) {
  const Cct& tree = view.tree();
  std::optional<std::vector<MetricIndex>> run =
      ExecutionColumns(tree.metrics(), tree.report().executions, view.view.metric);
  if (!run) {
    return Refuse(fmt::format(
        "{}: expected a metric with a column for each of several executions, as 'ringscope series -o' "
        "and 'ringscope compare -o' write them, found '{}'",
        options.input.file.string(), tree.metrics()[view.view.metric].name));
  }
  ExecutionsTable table{view, options, std::move(*run), {}, {}};
  RINGSCOPE_ASSIGN(table.groups, About(options.input.file, BuildGroups(view, options.by, table.run)));
  SortRows(table);
  Output out;
  if (options.format == TableFormat::kText) {
    Print(table, out);
  } else if (options.format == TableFormat::kJson) {
    Write(table, out);
  } else {
    std::vector<ExportColumn> columns;
    for (size_t e = 0; e < table.run.size(); ++e)
      columns.push_back({table.ExecutionAt(e).name, table.Values(e), table.MetricOf(e).scale});
    const char separator = options.format == TableFormat::kCsv ? ',' : '\t';
    const Result<void> written = ExportColumns(tree, table.groups.grouping, table.groups.table.contexts,
                                               table.rows, columns, separator, out.Sink());
    if (!written && !out.stopped()) return tl::unexpected(About(options.input.file, written.error()));
  }
  return out.Finish();
}

}  // namespace ringscope
