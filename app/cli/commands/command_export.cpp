#include <vector>

#include "app/cli/commands/group_rows.h"
#include "app/cli/comparing/comparison_values.h"
#include "app/cli/load.h"
#include "app/cli/output.h"
#include "app/cli/picture_output.h"
#include "app/cli/syntax.h"
#include "app/core/settings.h"
#include "app/files/saving/tree_save.h"
#include "app/view/colors/derived_model.h"
#include "app/view/kind/view_kind.h"
#include "app/views/rings/rings_depth.h"
#include "cct/base/text/file_ending.h"
#include "cct/compare/answers/explanation.h"
#include "cct/compare/answers/function_changes.h"
#include "cct/compare/stored_comparison.h"
#include "cct/transform/steps/steps.h"
#include "renderer/page/page.h"

namespace ringscope {
namespace {

struct ExportOptions : ProfileOptions {
  std::optional<GroupBy> table;  // a table of groups instead of the tree
  // The options of a page.
  std::string color, search;
  std::vector<std::string> notes;
  uint64_t page_bytes = kDefaultPageBytes;
  [[nodiscard]] bool is_page() const { return !table && HasEnding(output, kPageEnding); }
};

// The whole tree, or a tree of the subtree below --root.
Result<CctPtr> TreeToWrite(const InputView& view, JobControl* job) {
  if (view.view.root.context == kRootContext) return view.input.tree;
  ContextSet root(view.tree().context_count());
  root.Insert(view.view.root.context);
  return FocusContexts(view.input.tree, root, job);
}

// Writes the tree and returns it.
Result<CctPtr> WriteTree(const InputView& view, const ExportOptions& options) {
  WatchedJob job(fmt::format("writing {}", options.output.filename().string()));
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

// The changes of a comparison: the places where it changed, then the functions that changed.
Result<std::vector<PageChange>> ChangesOf(const InputView& view, JobControl& job) {
  constexpr size_t kRows = 30;
  std::vector<PageChange> changes;
  const std::optional<TreeComparison> comparison = StoredComparison(view.input.tree);
  if (!comparison || comparison->metrics.empty()) return changes;
  const ComparedMetric* asked_for = FindCompared(*comparison, view.view.metric);
  const ComparedMetric& metric = asked_for != nullptr ? *asked_for : comparison->metrics.front();
  const ComparisonValues values{*comparison, metric, {}};
  const auto add = [&](ContextId context, std::string name, const ComparedValues& both,
                       bool is_within_noise) {
    changes.push_back({context, std::move(name), values.Text(both.before), values.Text(both.after),
                       values.Difference(both.before, both.after), is_within_noise});
  };
  for (const ExplainedChange& part : ExplainChange(*comparison, metric, view.view.root.context).parts) {
    if (changes.size() == kRows) break;
    const ComparedValues both = ValuesOf(*comparison, metric, part.context, part.is_self);
    const std::string name = FunctionText(view.tree(), view.tree().FrameOf(part.context));
    add(part.context, part.is_self ? name + " (itself)" : name, both,
        IsWithinNoise(*comparison, metric, both));
  }
  RINGSCOPE_ASSIGN(std::vector<FunctionChange> functions, BuildFunctionChanges(*comparison, metric, &job));
  if (functions.size() > kRows) functions.resize(kRows);
  for (const FunctionChange& one : functions)
    add(kNoContext, std::string(view.tree().frames().name(one.frame)), one.self, one.is_within_noise);
  return changes;
}

// Writes the page; a note, also in the page, tells what it leaves out.
Result<void> WriteHtml(const InputView& view, const ExportOptions& options) {
  const Cct& tree = view.tree();
  PageRequest page{.title = options.input.file.filename().string(),
                   .view = view.view,
                   .search = options.search,
                   .notes = options.notes,
                   .max_bytes = options.page_bytes,
                   .self_in_first_ring = SelfIsInFirstRing(view)};
  page.view.depth_limit = DepthFromTold(Settings{}.depth_limit, page.view.root);
  page.view.depth_limit = ReadableDepth(tree, page.view);  // as the window opens
  RINGSCOPE_ASSIGN(page.color, ColorOf(options.color, view.input));
  page.color_inputs = ColorInputsOf(view.input.tree, view.input.recorded,
                                    WithOwnMetrics(view.input.derived, *view.input.tree), page.color);
  WatchedJob job(fmt::format("writing {}", options.output.filename().string()));
  job.total_units = tree.context_count();
  RINGSCOPE_ASSIGN(page.changes, ChangesOf(view, job));
  page.figure = PageFigureOf(view.input.tree, view.view.metric, job);
  return WriteTextFile(options.output, [&](const TextSink& sink) -> Result<void> {
    RINGSCOPE_ASSIGN(const PageContents held, WritePage(tree, page, sink, &job));
    if (const std::string left_out = LeftOutOfPage(held); !left_out.empty()) PrintNote(left_out);
    return {};
  });
}

// Checks, before anything is read, that the name's ending is one of a format.
Result<void> CheckEnding(const ExportOptions& options) {
  if (options.table) {
    if (HasEnding(options.output, ".csv") || HasEnding(options.output, ".tsv")) return {};
    return Refuse("{}: expected an output file ending in .csv or .tsv for a table", options.output.string());
  }
  if (!options.is_page()) RINGSCOPE_TRY(About(options.output, TreeFormatOf(options.output)));
  return {};
}

// Prints notes about data that the written file cannot hold, unless the options chose to leave it out.
void NoteLosses(const InputView& view, const Cct& written, const ExportOptions& options) {
  const Result<TreeFormat> format = TreeFormatOf(options.output);
  if (!format) return;
  const std::string others = MetricsLeftOut(written, *format, view.view.metric);
  if (!others.empty() && options.view.metric.empty()) PrintNote(others + ": choose with --metric");
  for (const std::string& sentence : ExportLosses(written, *format, view.view.metric, nullptr))
    PrintNote(sentence);
}

Result<int> RunExport(const ExportOptions& options) {
  if (!options.table && !options.is_page()) RINGSCOPE_TRY(CheckDefinesAreUsed(options.input));
  RINGSCOPE_TRY(CheckEnding(options));
  RINGSCOPE_TRY(CheckOutput({options.input.file}, options.output));
  RINGSCOPE_ASSIGN(const InputView view,
                   LoadInputView(options.input, options.view,
                                 options.is_page() ? DefaultRoot::kNatural : DefaultRoot::kWholeTree));
  if (options.is_page()) {
    RINGSCOPE_TRY(AboutOutput(options.output, WriteHtml(view, options)));
    return kExitOk;
  }
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
                  "or OUT.tsv (a line a context), OUT.html (a page that any browser shows)")
      ->Required();
  command->section = "Of OUT.html";
  AddMemorySize(command, "--page-size SIZE", options->page_bytes,
                "The largest size of the page, which holds the largest contexts, and rests for all others; "
                "default: 3 MB");
  options->view.spec.ring_sizing = RingSizing::kReadable;
  command->AddChoice("--mode", kModeWords, options->view.spec.mode,
                     "How angles and radii are chosen; default: length");
  static constexpr EnumWords<ChartForm, 2> kPageForms{{kFormWords[0], kFormWords[1]}};
  command->AddChoice("--form", kPageForms, options->view.spec.form,
                     "Rings or an icicle of rows; default: rings");
  command->AddOption("--color MODE", options->color, "What colours tell, as of render");
  command->AddOption("--search WORDS", options->search, "A part of names, modules or files that lights up");
  command->AddOption("--note SENTENCE", options->notes, "A note on the page; may be given several times");
  command->section.clear();
  command->Example("ringscope export run.cct -o run.speedscope.json", "Writes the tree for another viewer")
      ->Example("ringscope export run.cct -o run.html --note 'See parse'", "Writes a page to send to others")
      ->Example("ringscope export run.cct --table module -o modules.csv", "Writes what each module costs");
}

}  // namespace ringscope
