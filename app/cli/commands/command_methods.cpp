#include <utility>

#include "app/cli/commands/group_rows.h"
#include "app/cli/load.h"
#include "app/cli/output.h"
#include "app/cli/syntax.h"
#include "app/cli/tree_info.h"
#include "app/report/text_table.h"
#include "cct/base/text/json_writer.h"
#include "cct/base/text/number_text.h"
#include "cct/base/text/terminal_text.h"

namespace ringscope {
namespace {

void WriteMethods(const InputView& view, const Groups& groups, const std::vector<NumberColumn>& derived,
                  const std::vector<uint32_t>& rows, Output& out) {
  const Cct& tree = view.tree();
  const MetricIndex metric = view.view.metric;
  const uint64_t scale = tree.metrics()[metric].scale;
  JsonWriter json = out.Json();
  json.BeginArray();
  for (const uint32_t group : rows) {
    json.BeginObject();
    json.Key("name").String(groups.grouping.name[group]);
    json.Key("module").String(tree.frames()[groups.grouping.first_frame[group]].module);
    json.Key("self").Decimal(groups.table.self[metric][group], scale);
    json.Key("inclusive").Decimal(groups.table.inclusive[metric][group], scale);
    json.Key("contexts").Number(groups.table.contexts[group]);
    WriteDerived(derived, group, json);
    json.EndObject();
  }
  json.EndArray().Finish();
}

void PrintMethods(const InputView& view, const Groups& groups, const std::vector<NumberColumn>& derived,
                  const std::vector<uint32_t>& rows, size_t left_out, Output& out) {
  const Cct& tree = view.tree();
  const MetricIndex index = view.view.metric;
  const Metric& metric = tree.metrics()[index];
  const uint64_t total = groups.table.total[index];
  std::vector<TextTable::Column> titles{{"self"}, {"share"}, {"inclusive"}, {"share"}};
  for (const NumberColumn& column : derived) titles.push_back({column.title});
  titles.insert(titles.end(), {{"contexts"}, {"function", TextTable::Align::kLeft}});
  TextTable text(std::move(titles));
  const ValueColumn self_values = ValuesOf(groups.table.self[index], rows, metric);
  const ValueColumn inclusive_values = ValuesOf(groups.table.inclusive[index], rows, metric);
  std::vector<std::string> names = GroupTexts(tree, groups.grouping, rows);
  for (size_t row = 0; row < rows.size(); ++row) {
    const uint32_t group = rows[row];
    const uint64_t self = groups.table.self[index][group];
    const uint64_t inclusive = groups.table.inclusive[index][group];
    std::vector<std::string> cells{self_values.Text(self), ShareText(self, total),
                                   inclusive_values.Text(inclusive), ShareText(inclusive, total)};
    for (const NumberColumn& column : derived) cells.push_back(QuantityText(column.values[group]));
    cells.push_back(CountText(groups.table.contexts[group]));
    cells.push_back(std::move(names[row]));
    text.AddRow(std::move(cells));
  }
  out.Print("{}: {} in {}{}\n", TerminalLine(metric.name), ValueText(total, metric.unit, metric.scale),
            CountedText(rows.size() + left_out, "function"), SumOfRunsText(view.input.tree, index));
  out.Write(text.Text());
  PrintLeftOut(left_out, out);
  PrintOutside(view, groups, out);
}

Result<int> RunMethods(const ProfileOptions& options) {
  RINGSCOPE_ASSIGN(const InputView view, LoadInputView(options.input, options.view, DefaultRoot::kWholeTree));
  RINGSCOPE_ASSIGN(const Groups groups, About(options.input.file, BuildGroups(view, GroupBy::kFunction)));
  RINGSCOPE_ASSIGN(const std::vector<NumberColumn> derived,
                   About(options.input.file, DerivedColumns(view, groups)));
  std::vector<uint32_t> rows = SortedGroups(groups, view.view.metric, TableSort::kSelf);
  const size_t left_out = LimitRows(options.limit, rows);
  Output out;
  if (options.json)
    WriteMethods(view, groups, derived, rows, out);
  else
    PrintMethods(view, groups, derived, rows, left_out, out);
  return out.Finish();
}

}  // namespace

void AddMethods(CommandTable& commands) {
  const auto [command, options] =
      AddQuestion(commands, "methods", "What each function costs, recursion counted once", &RunMethods);
  AddLimit(command, options->limit);
  AddJson(command, options->json);
  command->Example("ringscope methods run.cct --limit 20", "The twenty functions that cost most")
      ->Example("perf script | ringscope methods -", "Of what another program prints");
}

}  // namespace ringscope
