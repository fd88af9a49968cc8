#include <vector>

#include "app/cli/commands/commands.h"
#include "app/cli/commands/group_rows.h"
#include "app/cli/job_watch.h"
#include "app/cli/load.h"
#include "app/cli/output.h"
#include "app/files/export_losses.h"
#include "app/files/tree_save.h"
#include "cct/base/text/file_ending.h"
#include "cct/export/export.h"
#include "cct/transform/steps/steps.h"

namespace ringscope {
namespace {

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
  RINGSCOPE_ASSIGN(const std::vector<NumberColumn> derived, DerivedColumns(view, groups));
  const std::vector<uint32_t> rows = SortedGroups(groups, view.view.metric, TableSort::kSelf);
  const char separator = HasEnding(options.output, ".csv") ? ',' : '\t';
  return WriteTextFile(options.output, [&](const TextSink& sink) {
    return ExportGroups(view.tree(), groups.grouping, groups.table, rows, derived, separator, sink);
  });
}

// Before anything is read: whether the name's ending is one of a format.
OrLine<void> CheckEnding(const ExportOptions& options) {
  if (options.table) {
    if (HasEnding(options.output, ".csv") || HasEnding(options.output, ".tsv")) return {};
    return tl::unexpected(fmt::format("{}: expected an output file ending in .csv or .tsv for a table",
                                      options.output.string()));
  }
  const Result<TreeFormat> format = TreeFormatOf(options.output);
  if (!format) return tl::unexpected(ErrorLine(options.output, format.error()));
  return {};
}

// Tells what the written file does not hold, unless the options asked for that.
void TellLosses(const InputView& view, const Cct& written, const ExportOptions& options) {
  const Result<TreeFormat> format = TreeFormatOf(options.output);
  if (!format) return;
  const std::string others = MetricsLeftOut(written, *format, view.view.metric);
  if (!others.empty() && options.view.metric.empty()) PrintNote(others + ": choose with --metric");
  for (const std::string& sentence : ExportLosses(written, *format, view.view.metric, nullptr))
    PrintNote(sentence);
}

}  // namespace

int RunExport(const ExportOptions& options) {
  if (const auto problem = options.table ? std::nullopt : UnusedDefineProblem(options.input))
    return ReportError(*problem);
  if (const OrLine<void> checked = CheckEnding(options); !checked) return ReportError(checked.error());
  if (const auto problem = OutputProblem({options.input.file}, options.output)) return ReportError(*problem);
  const OrLine<InputView> view = LoadInputView(options.input, options.view, DefaultRoot::kWholeTree);
  if (!view) return ReportError(view.error());
  if (options.table) {
    const Result<void> written = WriteTable(*view, options);
    return written ? kExitOk : ReportOutputError(options.output, written.error());
  }
  const Result<CctPtr> written = WriteTree(*view, options);
  if (!written) return ReportOutputError(options.output, written.error());
  TellLosses(*view, **written, options);
  return kExitOk;
}

}  // namespace ringscope
