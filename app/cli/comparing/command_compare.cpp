#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/comparing/compared_inputs.h"
#include "app/cli/comparing/comparison_values.h"
#include "app/cli/output.h"
#include "app/cli/recording/output_place.h"
#include "app/cli/syntax.h"
#include "app/files/saving/tree_save.h"
#include "cct/base/check.h"
#include "cct/base/result.h"
#include "cct/base/system/mapped_file.h"
#include "cct/base/text/file_ending.h"
#include "cct/compare/stored_comparison.h"
#include "cct/compare/tree_comparison.h"
#include "cct/file/cct_file.h"
#include "cct/import/bytes/byte_source.h"
#include "cct/source/source_changes.h"
#include "renderer/page/page.h"

namespace ringscope {
namespace {

struct ComparisonOptions : ProfileOptions {
  Files files;  // BEFORE and AFTER; empty if `before` and `after` are given
  Files before, after;
  Matching matching = Matching::kTolerant;
  std::filesystem::path rules;  // empty: the built-in ones
  bool by_share = false;
  SideSources source;  // both, or none
  TreeShape shape = TreeShape::kUnion;
};

struct Sides {
  Files before, after;
};

// The files of both sides, given as BEFORE and AFTER or as --before and --after.
Result<Sides> SidesOf(const std::string& command, const ComparisonOptions& options) {
  const bool has_lists = !options.before.empty() || !options.after.empty();
  if (has_lists && !options.files.empty()) {
    return Refuse("{}: expected either BEFORE and AFTER, or --before and --after",
                  options.files.front().string());
  }
  if (!has_lists && options.files.size() != 2) {
    return Refuse(
        "{}: expected two profiles, BEFORE and AFTER, found {}; several runs a "
        "side are given as --before A1 A2 --after B1 B2",
        command, options.files.size());
  }
  if (!has_lists) return Sides{{options.files[0]}, {options.files[1]}};
  if (options.before.empty() || options.after.empty())
    return Refuse("--{0}: expected --{1} with it, found none: a comparison has two sides",
                  options.before.empty() ? "after" : "before", options.before.empty() ? "before" : "after");
  return Sides{options.before, options.after};
}

// Whether each execution before is younger than each after. Executions of equal dates are in order.
bool LooksSwapped(const std::vector<Execution>& executions, size_t before_count) {
  const auto is_dated = [](const Execution& one) { return one.time.has_value(); };
  if (!std::all_of(executions.begin(), executions.end(), is_dated)) return false;
  const auto is_older = [](const Execution& a, const Execution& b) { return *a.time < *b.time; };
  const auto middle = executions.begin() + static_cast<std::ptrdiff_t>(before_count);
  return is_older(*std::max_element(middle, executions.end(), is_older),
                  *std::min_element(executions.begin(), middle, is_older));
}

Result<ComparisonReport> FindDifferences(const TreeComparison& comparison, const NameRules& rules,
                                         JobControl& job) {
  ComparisonReport report{.comparison = comparison};
  const ComparedMetric& metric = comparison.metrics.front();
  report.looks_swapped = LooksSwapped(comparison.executions(), comparison.RunsOf(Side::kBefore));
  report.explanation = ExplainChange(comparison, metric);
  RINGSCOPE_ASSIGN(report.functions, BuildFunctionChanges(comparison, metric, &job));
  report.fresh = TopmostOfKind(comparison, metric, ContextKind::kNew);
  report.gone = TopmostOfKind(comparison, metric, ContextKind::kGone);
  report.wrappers = TopmostOfKind(comparison, metric, ContextKind::kNewWrapper);
  const std::vector<ContextId> gone_wrappers = TopmostOfKind(comparison, metric, ContextKind::kGoneWrapper);
  report.wrappers.insert(report.wrappers.end(), gone_wrappers.begin(), gone_wrappers.end());
  RINGSCOPE_ASSIGN(report.renames, FindRenames(comparison, metric, rules, &job));
  return report;
}

// The places of the sources: those of the options, else those that both sides' profiles name.
SideSources PlacesOf(const ComparisonOptions& options, const Cct& comparison) {
  if (!options.source.before.empty()) return options.source;
  SideSources said = SideSourcesOf(comparison);
  return said.before.empty() || said.after.empty() ? SideSources{} : said;
}

// Compares the sides and calls `deliver` with the report. Messages begin with `command`.
Result<int> Compare(const std::string& command, const ComparisonOptions& options,
                    const std::function<Result<int>(const ComparisonReport&)>& deliver) {
  if (options.source.before.empty() != options.source.after.empty())
    return Refuse(command + ": expected --source-before and --source-after together, found one of them");
  RINGSCOPE_TRY(CheckDefinesAreUsed(options.input));
  RINGSCOPE_ASSIGN(const Sides sides, SidesOf(command, options));
  Files all = sides.before;
  all.insert(all.end(), sides.after.begin(), sides.after.end());
  RINGSCOPE_TRY(CheckComparedFiles(command, all));
  if (!options.output.empty()) {
    Files read = all;
    read.push_back(options.rules);
    RINGSCOPE_TRY(CheckOutput(read, options.output));
    RINGSCOPE_TRY(CheckCctName(options.output));
  }
  RINGSCOPE_ASSIGN(NameRules rules, ReadRules(options.rules));
  RINGSCOPE_ASSIGN(std::vector<CompareInput> before,
                   LoadSide(sides.before, options.input, options.view.metric, all, StoredRuns::kApart));
  RINGSCOPE_ASSIGN(std::vector<CompareInput> after,
                   LoadSide(sides.after, options.input, options.view.metric, all, StoredRuns::kApart));

  WatchedJob job("comparing");
  const CompareOptions how{.matching = options.matching,
                           .rules = rules,
                           .metric = options.view.metric,
                           .by_share = options.by_share};
  RINGSCOPE_ASSIGN(TreeComparison comparison, About(command, CompareTrees(before, after, how, &job)));
  RINGSCOPE_TRY(About(command, TakeShape(options.shape, comparison, &job)));
  if (const SideSources places = PlacesOf(options, *comparison.tree); !places.before.empty()) {
    auto with_source = WithSourceChanges(comparison.tree, places, &job);
    const bool was_asked = !options.source.before.empty();
    if (was_asked) RINGSCOPE_TRY(About(command, with_source));
    if (with_source)
      comparison.tree = std::move(*with_source);
    else
      comparison.notes.push_back(fmt::format("Sources were not compared: {}.", with_source.error().message));
  }
  // The comparison's tree has all data of the report: the inputs are freed.
  before.clear();
  after.clear();
  if (!options.output.empty()) {
    RINGSCOPE_TRY(AboutOutput(options.output, WriteCctFile(*comparison.tree, options.output, {}, &job)));
  }
  RINGSCOPE_ASSIGN(const ComparisonReport report, About(command, FindDifferences(comparison, rules, job)));
  return deliver(report);
}

Result<int> RunCompare(const ComparisonOptions& options) {
  return Compare("compare", options, [&](const ComparisonReport& report) {
    return Deliver(
        options.as_json() ? ComparisonFields(report, options.limit) : ComparisonLines(report, options.limit),
        options.format);
  });
}

struct PageOptions : ComparisonOptions {
  std::filesystem::path page;
};

// Runs this program's command of these words, which writes a file.
Result<void> RunWords(const std::vector<std::string>& words) {
  const CommandSyntax program;
  const CommandTable commands = AllCommands();
  const ParsedWords parsed = ParseWords(program, commands, words);
  RINGSCOPE_CHECK(parsed.command != nullptr && parsed.problem.empty());
  RINGSCOPE_TRY(parsed.command->run());
  return {};
}

// Draws a picture of the comparison: a file beside a page of Markdown, part of the page in HTML.
Result<ReportPicture> PictureOf(const std::filesystem::path& comparison, const PageOptions& options,
                                PageForm form, const std::string& name, const std::string& what,
                                std::vector<std::string> words) {
  std::filesystem::path file = options.page;
  file.replace_extension().concat("-" + name + ".svg");
  if (form == PageForm::kHtml) file = comparison.parent_path() / file.filename();
  words.insert(words.end(), {comparison.string(), "--light", "-o", file.string()});
  RINGSCOPE_TRY(RunWords(words));
  if (form == PageForm::kMarkdown) return ReportPicture{what, file.filename().string()};
  RINGSCOPE_ASSIGN(const MappedFile drawn, MappedFile::Open(file, MappedFile::Access::kSequential));
  return ReportPicture{what, "data:image/svg+xml;base64," + Base64(drawn.text())};
}

Result<int> RunReport(const PageOptions& options) {
  const bool is_html = HasEnding(options.page, ".html");
  if (!is_html && !HasEnding(options.page, ".md"))
    return Refuse(options.page.string() + ": expected an output file ending in .md or .html");
  const PageForm form = is_html ? PageForm::kHtml : PageForm::kMarkdown;
  Files read = options.files;
  for (const Files* more : {&options.before, &options.after})
    read.insert(read.end(), more->begin(), more->end());
  RINGSCOPE_TRY(CheckOutput(read, options.page));
  RINGSCOPE_ASSIGN(const WorkFolder folder, WorkFolder::Make(options.page, false));
  PageOptions comparing = options;
  comparing.output = folder.path() / "comparison";
  return Compare("report", comparing, [&](const ComparisonReport& report) -> Result<int> {
    std::vector<ReportPicture> pictures;
    RINGSCOPE_ASSIGN(ReportPicture rings,
                     PictureOf(comparing.output, options, form, "rings",
                               "The whole tree: what costs more and what costs less, by colour",
                               {"render", "--angle=both", "--absolute", "--size=900x700"}));
    pictures.push_back(std::move(rings));
    const ComparedMetric& metric = report.comparison.metrics.front();
    const auto costs = [&](Side side) { return report.comparison.Total(metric, side) > 0; };
    if (report.explanation.total > 0 && costs(Side::kBefore) && costs(Side::kAfter)) {
      RINGSCOPE_ASSIGN(ReportPicture calls,
                       PictureOf(comparing.output, options, form, "calls",
                                 "The calls along which it changed most", {"evolution", "--size=1200x500"}));
      pictures.push_back(std::move(calls));
    }
    const auto executions = report.comparison.executions();
    const std::string heading =
        fmt::format("{} compared with {}", executions.back().name, executions.front().name);
    const std::string page = ReportPage(ComparisonLines(report, options.limit), heading, pictures, form);
    RINGSCOPE_TRY(AboutOutput(options.page,
                              WriteTextFile(options.page, [&](const TextSink& sink) { return sink(page); })));
    return kExitOk;
  });
}

// Adds the inputs and options of a comparison.
void AddComparison(CommandSyntax* command, ComparisonOptions& options) {
  command->AddOption("FILE", options.files, "BEFORE and AFTER: the two profiles")->AtMost(2);
  command->AddOption("--before FILE...", options.before, "Several runs of the side before");
  command->AddOption("--after FILE...", options.after, "Several runs of the side after");
  AddReading(command, options.input);
  AddMetric(command, options.view.metric);
  AddMatching(command, options.matching, options.rules);
  command->AddFlag("--share", options.by_share, "Compare shares of the totals instead of values");
  command->AddChoice("--shape", kTreeShapeWords, options.shape,
                     "The contexts of either side, of both, or of one alone; the cost of contexts that are "
                     "left out goes to their callers; default: union");
  command->AddOption(
      "--source-before PLACE", options.source.before,
      "The source before, to tell which functions changed: FOLDER, or REPOSITORY@REVISION of git");
  command->AddOption("--source-after PLACE", options.source.after, "The source after");
  AddListLimit(command, options.limit);
}

}  // namespace

void AddCompare(CommandTable& commands) {
  const auto [command, options] = AddCommand(
      commands, "compare", "What changed between two profiles, or between several runs of each", &RunCompare);
  AddComparison(command, *options);
  command->AddOption("-o,--output OUT.cct", options->output, "Also write the comparison as a .cct file");
  AddJsonOrMarkdown(command, options->format);
  command->Example("ringscope compare old.cct new.cct", "Which functions became slower and which faster")
      ->Example("ringscope compare --before a1.cct a2.cct --after b1.cct b2.cct -o change.cct",
                "Of several runs of each, with their noise; also for the window");
}

void AddReport(CommandTable& commands) {
  const auto [command, options] =
      AddCommand(commands, "report", "A comparison as a page with pictures, for a pull request", &RunReport);
  AddComparison(command, *options);
  command
      ->AddOption("-o,--output OUT", options->page,
                  "OUT.md, with its pictures beside it, or OUT.html, with all in one file")
      ->Required();
  command->Example("ringscope report old.cct new.cct -o change.html", "A page that any browser shows")
      ->Example("ringscope report --before a1.cct a2.cct --after b1.cct b2.cct -o change.md",
                "Of several runs of each, with their noise");
}

}  // namespace ringscope
