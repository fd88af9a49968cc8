#include <vector>

#include "app/cli/commands/group_rows.h"
#include "app/cli/job_watch.h"
#include "app/cli/load.h"
#include "app/cli/output.h"
#include "app/cli/syntax.h"
#include "app/files/saving/export_losses.h"
#include "app/files/saving/tree_save.h"
#include "cct/base/text/file_ending.h"
#include "cct/export/export.h"
#include "cct/transform/steps/steps.h"

namespace ringscope {
namespace {

struct ExportOptions : ProfileOptions {
  std::optional<GroupBy> table;  // a table of groups instead of the tree
};

// The tree, or where a root was asked for its subtree as a tree of its own.
Result<CctPtr> TreeToWrite(const InputView& view, JobControl* job) {
  if (view.view.root.context == kRootContext) return view.input.tree;
  ContextSet root(view.tree().context_count());
  root.Insert(view.view.root.context);
  return FocusContexts(view.input.tree, root, job);
}

// Gives what it wrote.
Result<CctPtr> WriteTree(const InputView& view, const ExportOptions& options) {
  JobControl job;
  const JobWatch watch(job, fmt::format("writing {}", options.output.filename().string()));
  RINGSCOPE_ASSIGN(CctPtr tree, TreeToWrite(view, &job));
  RINGSCOPE_TRY(
      SaveTree(tree, view.view.metric, options.input.file.filename().string(), options.output, &job));
  return tree;
}

Result<void> WriteTable(const InputView& view, const ExportOptions& options) {
  RINGSCOPE_ASSIGN(const Groups groups, BuildGroups(view, *options.table));
  const auto& [grouping, sums] = groups;
  GroupRows rows{view.tree(), grouping, SortedGroups(groups, view.view.metric, TableSort::kSelf)};
  RINGSCOPE_ASSIGN(rows.derived, DerivedColumns(view, groups));
  const RowCosts costs{sums.self, sums.inclusive, sums.contexts, rows.group};
  Report report;
  report.Add(CostTable(rows, costs, view.view, {}));
  const char separator = HasEnding(options.output, ".csv") ? ',' : '\t';
  return WriteTextFile(options.output,
                       [&](const TextSink& sink) { return WriteReportCsv(report, separator, sink); });
}

// Before anything is read: whether the name's ending is one of a format.
Result<void> CheckEnding(const ExportOptions& options) {
  if (options.table) {
    if (HasEnding(options.output, ".csv") || HasEnding(options.output, ".tsv")) return {};
    return Refuse(fmt::format("{}: expected an output file ending in .csv or .tsv for a table",
                              options.output.string()));
  }
  RINGSCOPE_TRY(About(options.output, TreeFormatOf(options.output)));
  return {};
}

// Tells what the written file does not hold, unless the options asked for that.
void NoteLosses(const InputView& view, const Cct& written, const ExportOptions& options) {
  const Result<TreeFormat> format = TreeFormatOf(options.output);
  if (!format) return;
  const std::string others = MetricsLeftOut(written, *format, view.view.metric);
  if (!others.empty() && options.view.metric.empty()) PrintNote(others + ": choose with --metric");
  for (const std::string& sentence : ExportLosses(written, *format, view.view.metric, nullptr))
    PrintNote(sentence);
}

Result<int> RunExport(const ExportOptions& options) {
  if (!options.table) RINGSCOPE_TRY(CheckDefinesAreUsed(options.input));
  RINGSCOPE_TRY(CheckEnding(options));
  RINGSCOPE_TRY(CheckOutput({options.input.file}, options.output));
  RINGSCOPE_ASSIGN(const InputView view, LoadInputView(options.input, options.view, DefaultRoot::kWholeTree));
  if (options.table) {
    RINGSCOPE_TRY(AboutOutput(options.output, WriteTable(view, options)));
    return kExitOk;
  }
  RINGSCOPE_ASSIGN(const CctPtr written, AboutOutput(options.output, WriteTree(view, options)));
  NoteLosses(view, *written, options);
  return kExitOk;
}

}  // namespace

void AddExport(CommandTable& commands) {
  const auto [command, options] =
      AddQuestion(commands, "export", "Write the tree, or a table of it, in another format", &RunExport);
  command->AddChoice("--table", kGroupByWords, options->table,
                     "Write a table by this instead of the tree; OUT.csv or OUT.tsv");
  command
      ->AddOption("-o,--output", options->output,
                  "OUT.cct, OUT.folded (of one metric), OUT.pb.gz, OUT.pprof or OUT.pb (pprof), "
                  "OUT.speedscope.json, OUT.csv "
                  "or OUT.tsv (a line a context)")
      ->Required();
  command->Example("ringscope export run.cct -o run.speedscope.json", "Writes the tree for another viewer")
      ->Example("ringscope export run.cct --table module -o modules.csv", "Writes what each module costs");
}

}  // namespace ringscope
