#include "app/cli/comparing/compared_inputs.h"

#include <fmt/format.h>

#include <sys/stat.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "cct/base/check.h"
#include "cct/base/system/mapped_file.h"
#include "cct/base/text/ascii.h"
#include "cct/base/text/number_text.h"
#include "cct/import/bytes/byte_source.h"
#include "cct/query/sets/context_set.h"
#include "cct/query/sets/select.h"
#include "cct/transform/steps/steps.h"
#include "cct/tree/building/altered_tree.h"

namespace ringscope {

Result<void> CheckComparedFiles(std::string_view command, const Files& all) {
  if (all.size() > kMaxExecutions) {
    return Refuse("{}: expected at most {} profiles to compare, found {}", command, kMaxExecutions,
                  all.size());
  }
  if (std::ranges::count(all, "-") > 1) return Refuse("-: expected the standard input once, found it twice");
  return {};
}

Result<NameRules> ReadRules(const std::filesystem::path& file) {
  if (file.empty()) return NameRules::BuiltIn();
  RINGSCOPE_ASSIGN(const auto mapped, About(file, MappedFile::Open(file, MappedFile::Access::kSequential)));
  return About(file, NameRules::Parse(mapped.text()));
}

std::string NameAmong(const std::filesystem::path& file, const Files& all) {
  const std::string name = file.filename().string();
  // Called for each of thousands of files: the end of the path rules out most of `all` without an allocation.
  const auto is_named_so = [&](const std::filesystem::path& other) {
    return other.native().ends_with(name) && other.filename() == name;
  };
  return std::ranges::count_if(all, is_named_so) == 1 ? name : file.string();
}

CompareInput ExecutionOf(CctPtr tree, const std::filesystem::path& file, const Files& all) {
  Execution execution;
  if (tree->report().executions.size() == 1) execution = tree->report().executions.front();
  if (execution.name.empty()) execution.name = NameAmong(file, all);
  struct stat status {};
  if (!execution.time && file != "-" && stat(file.c_str(), &status) == 0) execution.time = status.st_mtime;
  return {std::move(tree), std::move(execution)};
}

Result<std::vector<CompareInput>> ExecutionsOf(CctPtr tree, const std::filesystem::path& file,
                                               const Files& all) {
  const std::vector<Execution>& executions = tree->report().executions;
  const bool has_sides =
      std::ranges::any_of(executions, [](const Execution& one) { return one.side.has_value(); });
  std::vector<CompareInput> inputs;
  const std::optional<Series> series =
      executions.size() > 1 && !has_sides ? StoredSeries(tree) : std::nullopt;
  if (!series) {
    inputs.push_back(ExecutionOf(std::move(tree), file, all));
    return inputs;
  }
  WatchedJob job("taking runs apart");
  for (size_t e = 0; e < executions.size(); ++e) {
    RINGSCOPE_ASSIGN(CompareInput run, About(file, ExecutionOf(*series, e, &job)));
    run.execution.name = fmt::format("{}, {}", NameAmong(file, all), run.execution.name);
    inputs.push_back(std::move(run));
  }
  return inputs;
}

Result<std::vector<CompareInput>> LoadSide(const Files& files, InputOptions options,
                                           const std::string& metric, const Files& all, StoredRuns runs) {
  std::vector<CompareInput> inputs;
  for (const std::filesystem::path& file : files) {
    options.file = file;
    RINGSCOPE_ASSIGN(Input loaded, LoadInput(options, options.apply.empty() ? std::string() : metric));
    if (runs == StoredRuns::kTogether) {
      inputs.push_back(ExecutionOf(std::move(loaded.tree), file, all));
      continue;
    }
    RINGSCOPE_ASSIGN(std::vector<CompareInput> its, ExecutionsOf(std::move(loaded.tree), file, all));
    std::move(its.begin(), its.end(), std::back_inserter(inputs));
  }
  return inputs;
}

namespace {

Result<void> CheckNames(const SeriesInputs& inputs) {
  if (inputs.names.empty()) return {};
  if (inputs.names.size() != inputs.files.size()) {
    return Refuse("--names: expected a name for each of the {} profiles, found {}", inputs.files.size(),
                  inputs.names.size());
  }
  std::set<std::string_view> known;
  for (const std::string& name : inputs.names) {
    if (name.empty()) return Refuse("--names: expected names, found an empty one");
    if (!known.insert(name).second) return Refuse("--names: expected each name once, found '{}' twice", name);
  }
  return {};
}

Result<void> NameByAttribute(const SeriesInputs& inputs, std::vector<CompareInput>& executions) {
  for (size_t e = 0; e < executions.size(); ++e) {
    const auto& attributes = executions[e].execution.attributes;
    const auto found = std::ranges::find(attributes, inputs.name_by, &ExecutionAttribute::name);
    if (found == attributes.end()) {
      return Refuse("{}: expected an attribute '{}' to name it by, found none", inputs.files[e].string(),
                    inputs.name_by);
    }
    executions[e].execution.name = found->value;
  }
  return {};
}

void TellApart(std::vector<CompareInput>& executions) {
  std::map<std::string, size_t> count;
  for (CompareInput& one : executions) {
    std::string& name = one.execution.name;
    if (const size_t times = ++count[name]; times > 1) name += fmt::format(" ({})", times);
  }
}

Result<Series> TakeStored(std::string_view command, const SeriesInputs& inputs) {
  InputOptions options = inputs.input;
  options.file = inputs.files.front();
  // Without the metric's name, as the columns of a series have names of their own.
  RINGSCOPE_ASSIGN(Input loaded, LoadInput(options));
  std::optional<Series> series = StoredSeries(std::move(loaded.tree));
  if (!series) {
    return Refuse("{}: expected at least two profiles, or one that holds several executions, found {}",
                  command, inputs.files.front().string());
  }
  if (inputs.view.metric.empty()) return std::move(*series);
  const auto asked = std::ranges::find_if(series->metrics, [&](const SeriesMetric& one) {
    return EqualsFolded(one.metric.name, inputs.view.metric);
  });
  if (asked == series->metrics.end()) {
    std::string names;
    for (const SeriesMetric& one : series->metrics)
      names += fmt::format("{}'{}'", names.empty() ? "" : ", ", one.metric.name);
    return Refuse("{}: expected one of the metrics {}, found '{}'", inputs.files.front().string(), names,
                  inputs.view.metric);
  }
  std::rotate(series->metrics.begin(), asked, asked + 1);
  return std::move(*series);
}

}  // namespace

Result<Series> LoadSeries(std::string_view command, const SeriesInputs& inputs) {
  RINGSCOPE_TRY(CheckComparedFiles(command, inputs.files));
  RINGSCOPE_TRY(CheckNames(inputs));
  if (inputs.files.size() == 1 && inputs.names.empty() && inputs.name_by.empty())
    return TakeStored(command, inputs);
  if (inputs.files.size() < 2)
    return Refuse("{}: expected at least two profiles, found {}", command, inputs.files.size());
  RINGSCOPE_ASSIGN(NameRules rules, ReadRules(inputs.rules));
  RINGSCOPE_ASSIGN(
      std::vector<CompareInput> executions,
      LoadSide(inputs.files, inputs.input, inputs.view.metric, inputs.files, StoredRuns::kTogether));
  for (size_t e = 0; e < inputs.names.size(); ++e) executions[e].execution.name = inputs.names[e];
  if (!inputs.name_by.empty()) RINGSCOPE_TRY(NameByAttribute(inputs, executions));
  TellApart(executions);
  WatchedJob job("joining");
  return About(command,
               BuildSeries(executions, {.rules = std::move(rules), .metric = inputs.view.metric}, &job));
}

void AddRules(CommandSyntax* command, std::filesystem::path& rules) {
  command->AddOption(
      "--rules RULES", rules,
      "A file with the rules for names instead of the built-in ones: a line 'pattern => replacement' "
      "each (docs/compare.md)");
}

void AddMatching(CommandSyntax* command, Matching& matching, std::filesystem::path& rules) {
  command->AddChoice(
      "--match", kMatchingWords, matching,
      "Whether a context that only one side has may stand between two that both have; default: tolerant");
  AddRules(command, rules);
}

void AddListLimit(CommandSyntax* command, std::optional<uint32_t>& limit) {
  command->AddOption("--limit N", limit, "Print the first N rows of each list; default: 10, with --json all",
                     WholeNumber(0));
}

void AddSeriesInputs(CommandSyntax* command, SeriesInputs& inputs) {
  command->AddOption("FILE", inputs.files, "Two or more profiles in their order, or one that holds them")
      ->Required();
  command->AddOption("--names A,B,...", inputs.names,
                     "What to call them, a name each; default: by their files");
  command->AddOption("--name-by ATTRIBUTE", inputs.name_by, "The attribute to call them by, such as commit");
  command->Exclusive({"--names", "--name-by"});
  AddReading(command, inputs.input);
  AddMetric(command, inputs.view.metric);
  AddRules(command, inputs.rules);
}

namespace {

// Joins contexts to their callers, and adds a note to `notes` and to the report of the tree.
Result<CctPtr> LeaveOut(const CctPtr& tree, const ContextSet& left_out, std::string_view which,
                        std::vector<std::string>& notes, JobControl* job) {
  if (left_out.Count() == 0) return tree;
  RINGSCOPE_ASSIGN(const CctPtr rest, HideContexts(tree, left_out, job));
  notes.push_back(fmt::format("Left out, with their cost in their callers: {} {}.",
                              CountedText(left_out.Count(), "context"), which));
  ImportReport report = rest->report();
  report.notes.push_back(notes.back());
  return WithReport(rest, std::move(report));
}

}  // namespace

Result<void> TakeShape(TreeShape shape, TreeComparison& comparison, JobControl* job) {
  if (shape == TreeShape::kUnion) return {};
  const Cct& tree = *comparison.tree;
  const bool takes_common = shape == TreeShape::kIntersection;
  ContextSet left_out(tree.context_count());
  for (ContextId context = tree.context_count(); context-- > kRootContext + 1;) {
    const bool is_common = comparison.kinds[context] == ContextKind::kCommon;
    const ContextRange callees = tree.ChildrenOf(context);
    const bool is_above = left_out.CountIn(callees) < callees.size();
    if (is_common != takes_common && !is_above) left_out.Insert(context);
  }
  const std::string_view which = takes_common ? "that only one side has" : "that both sides have";
  RINGSCOPE_ASSIGN(comparison.tree, LeaveOut(comparison.tree, left_out, which, comparison.notes, job));
  // The contexts that stay keep their order.
  std::vector<ContextKind> kinds;
  for (ContextId context = 0; context < left_out.context_count(); ++context) {
    if (!left_out.contains(context)) kinds.push_back(comparison.kinds[context]);
  }
  RINGSCOPE_CHECK(kinds.size() == comparison.tree->context_count());
  comparison.kinds = std::move(kinds);
  return {};
}

Result<void> TakeAtLeast(uint32_t least, Series& series, JobControl* job) {
  const Cct& tree = *series.tree;
  RINGSCOPE_ASSIGN(const Query query, ParseQuery(fmt::format("executions<{}", least)));
  RINGSCOPE_ASSIGN(const ContextSet left_out,
                   SelectContexts(tree, FunctionIndex(tree.frames()), query, SelectScope{}, job));
  RINGSCOPE_ASSIGN(
      series.tree,
      LeaveOut(series.tree, left_out, fmt::format("of fewer than {} executions", least), series.notes, job));
  return {};
}

}  // namespace ringscope
