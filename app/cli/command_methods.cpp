#include "app/cli/commands.h"
#include "app/cli/group_rows.h"
#include "app/cli/load.h"
#include "app/cli/output.h"
#include "app/cli/text_table.h"
#include "cct/base/json_writer.h"
#include "cct/base/number_text.h"

namespace ringscope {
namespace {

void WriteMethods(const InputView& view, const Groups& groups, const std::vector<uint32_t>& rows,
                  Output& out) {
  const Cct& tree = view.tree();
  const MetricIndex metric = view.view.metric;
  const uint64_t scale = tree.metrics()[metric].scale;
  JsonWriter json([&out](std::string_view text) { out.Write(text); });
  json.BeginArray();
  for (const uint32_t group : rows) {
    json.BeginObject();
    json.Key("name").String(groups.grouping.name[group]);
    json.Key("module").String(tree.frames()[groups.grouping.first_frame[group]].module);
    json.Key("self").Decimal(groups.table.self[metric][group], scale);
    json.Key("inclusive").Decimal(groups.table.inclusive[metric][group], scale);
    json.Key("contexts").Number(groups.table.contexts[group]);
    json.EndObject();
  }
  json.EndArray().Finish();
}

void PrintMethods(const InputView& view, const Groups& groups, const std::vector<uint32_t>& rows,
                  Output& out) {
  const Cct& tree = view.tree();
  const MetricIndex index = view.view.metric;
  const Metric& metric = tree.metrics()[index];
  const uint64_t total = groups.table.total[index];
  TextTable text(
      {{"self"}, {"share"}, {"inclusive"}, {"share"}, {"contexts"}, {"function", TextTable::Align::kLeft}});
  for (const uint32_t group : rows) {
    const uint64_t self = groups.table.self[index][group];
    const uint64_t inclusive = groups.table.inclusive[index][group];
    text.AddRow({ValueText(self, metric.unit, metric.scale), ShareText(self, total),
                 ValueText(inclusive, metric.unit, metric.scale), ShareText(inclusive, total),
                 CountText(groups.table.contexts[group]), GroupText(tree, groups.grouping, group)});
  }
  out.Print("{}: {} in {}\n", metric.name, ValueText(total, metric.unit, metric.scale),
            CountedText(rows.size(), "function"));
  out.Write(text.Text());
}

}  // namespace

int RunMethods(const MethodsOptions& options) {
  const OrLine<InputView> view = LoadInputView(options.input, options.view, DefaultRoot::kWholeTree);
  if (!view) return ReportError(view.error());
  const Result<Groups> groups = BuildGroups(*view, GroupBy::kFunction);
  if (!groups) return ReportError(options.input.file, groups.error());
  const std::vector<uint32_t> rows = SortedGroups(*groups, view->view.metric, TableSort::kSelf);
  Output out;
  if (options.json)
    WriteMethods(*view, *groups, rows, out);
  else
    PrintMethods(*view, *groups, rows, out);
  return out.Finish();
}

}  // namespace ringscope
