#include <utility>

#include "app/cli/commands/group_rows.h"
#include "app/cli/load.h"
#include "app/cli/output.h"
#include "app/cli/syntax.h"
#include "app/cli/tree_info.h"
#include "cct/base/text/number_text.h"
#include "cct/base/text/terminal_text.h"

namespace ringscope {
namespace {

Result<int> RunMethods(const ProfileOptions& options) {
  RINGSCOPE_ASSIGN(const InputView view, LoadInputView(options.input, options.view, DefaultRoot::kWholeTree));
  RINGSCOPE_ASSIGN(const Groups groups, About(options.input.file, BuildGroups(view, GroupBy::kFunction)));
  const Cct& tree = view.tree();
  const MetricIndex index = view.view.metric;
  const Metric& metric = tree.metrics()[index];
  const uint64_t total = groups.table.total[index];
  GroupRows rows{tree, groups.grouping, SortedGroups(groups, index, TableSort::kSelf)};
  RINGSCOPE_ASSIGN(rows.derived, About(options.input.file, DerivedColumns(view, groups)));
  const size_t left_out = LimitRows(options.limit, rows.group);

  ReportTable table{.rows = rows.size(), .left_out = left_out};
  const auto contexts = [&](size_t row) { return groups.table.contexts[rows.group[row]]; };
  table.object = [&](size_t row) {
    const uint32_t group = rows.group[row];
    ReportValue::Object members{
        {"name", rows.NameOf(row)},
        {"module", rows.FrameOf(row).module},
        {"self", ExactDecimal{groups.table.self[index][group], metric.scale}},
        {"inclusive", ExactDecimal{groups.table.inclusive[index][group], metric.scale}},
        {"contexts", contexts(row)}};
    AddDerived(rows, row, members);
    return members;
  };
  for (const auto* columns : {&groups.table.self, &groups.table.inclusive}) {
    const auto value = [&rows, &column = (*columns)[index]](size_t row) { return column[rows.group[row]]; };
    const ValueColumn in_column = ValuesOf((*columns)[index], rows.group, metric);
    table.Text({columns == &groups.table.self ? "self" : "inclusive"},
               [=](size_t row) { return in_column.Text(value(row)); });
    table.Text({"share"}, [=](size_t row) { return ShareText(value(row), total); });
  }
  AddDerivedColumns(rows, table);
  table.Text({"contexts"}, [=](size_t row) { return CountText(contexts(row)); });
  AddNameText(rows, "function", table);

  Report report;
  report.Line(fmt::format("{}: {} in {}{}", TerminalLine(metric.name),
                          ValueText(total, metric.unit, metric.scale),
                          CountedText(rows.size() + left_out, "function"),
                          SumOfRunsText(view.input.tree, index)));
  report.Add(std::move(table));
  TellOutside(view, groups, report);
  return Deliver(report, options.json);
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
