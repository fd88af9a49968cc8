#include "app/cli/comparing/command_compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/cli/comparing/compared_inputs.h"
#include "app/cli/comparing/comparison_report.h"
#include "app/cli/job_watch.h"
#include "app/cli/output.h"
#include "cct/compare/matching/lone_contexts.h"
#include "cct/file/cct_file.h"

namespace ringscope {
namespace {

struct Sides {
  Files before, after;
};

// The files of both sides, however they were given.
OrLine<Sides> SidesOf(const ComparisonOptions& options) {
  const bool has_lists = !options.before.empty() || !options.after.empty();
  if (has_lists && !options.files.empty()) {
    return tl::unexpected(fmt::format("{}: expected either BEFORE and AFTER, or --before and --after",
                                      options.files.front().string()));
  }
  if (!has_lists && options.files.size() != 2) {
    return tl::unexpected(
        fmt::format("compare: expected two profiles, BEFORE and AFTER, found {}; several runs a "
                    "side are given as --before A1 A2 --after B1 B2",
                    options.files.size()));
  }
  if (!has_lists) return Sides{{options.files[0]}, {options.files[1]}};
  if (options.before.empty() || options.after.empty())
    return tl::unexpected(fmt::format("--{0}: expected --{1} with it, found none: a comparison has two sides",
                                      options.before.empty() ? "after" : "before",
                                      options.before.empty() ? "before" : "after"));
  return Sides{options.before, options.after};
}

// Whether each execution before is younger than each after. Equal dates say nothing.
bool LooksSwapped(const std::vector<Execution>& executions, size_t before_count) {
  const auto is_dated = [](const Execution& one) { return one.time.has_value(); };
  if (!std::all_of(executions.begin(), executions.end(), is_dated)) return false;
  const auto is_older = [](const Execution& a, const Execution& b) { return *a.time < *b.time; };
  const auto middle = executions.begin() + static_cast<std::ptrdiff_t>(before_count);
  return is_older(*std::max_element(middle, executions.end(), is_older),
                  *std::min_element(executions.begin(), middle, is_older));
}

Result<ComparisonReport> Report(const TreeComparison& comparison, const NameRules& rules, JobControl& job) {
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

// Where the source is: what was asked for, else what both sides say of themselves.
SideSources PlacesOf(const ComparisonOptions& options, const Cct& comparison) {
  if (!options.source.before.empty()) return options.source;
  SideSources said = SideSourcesOf(comparison);
  return said.before.empty() || said.after.empty() ? SideSources{} : said;
}

}  // namespace

int RunCompare(const ComparisonOptions& options) {
  if (options.source.before.empty() != options.source.after.empty())
    return ReportError("compare: expected --source-before and --source-after together, found one of them");
  if (const auto problem = UnusedDefineProblem(options.input)) return ReportError(*problem);
  const OrLine<Sides> sides = SidesOf(options);
  if (!sides) return ReportError(sides.error());
  Files all = sides->before;
  all.insert(all.end(), sides->after.begin(), sides->after.end());
  if (const auto problem = ComparedFilesProblem("compare", all)) return ReportError(*problem);
  if (!options.output.empty()) {
    Files read = all;
    read.push_back(options.rules);
    if (const auto problem = OutputProblem(read, options.output)) return ReportError(*problem);
    if (const auto problem = CctNameProblem(options.output)) return ReportError(*problem);
  }
  OrLine<NameRules> rules = ReadRules(options.rules);
  if (!rules) return ReportError(rules.error());
  OrLine<std::vector<CompareInput>> before =
      LoadSide(sides->before, options.input, options.metric, all, StoredRuns::kApart);
  if (!before) return ReportError(before.error());
  OrLine<std::vector<CompareInput>> after =
      LoadSide(sides->after, options.input, options.metric, all, StoredRuns::kApart);
  if (!after) return ReportError(after.error());

  JobControl job;
  const JobWatch watch(job, "comparing");
  Result<TreeComparison> comparison = CompareTrees(
      *before, *after,
      {.matching = options.matching, .rules = *rules, .metric = options.metric, .by_share = options.by_share},
      &job);
  if (!comparison) return ReportError(fmt::format("compare: {}", DescribeError(comparison.error())));
  if (const Result<void> taken = TakeShape(options.shape, *comparison, &job); !taken)
    return ReportError(fmt::format("compare: {}", DescribeError(taken.error())));
  if (const SideSources places = PlacesOf(options, *comparison->tree); !places.before.empty()) {
    auto with_source = WithSourceChanges(comparison->tree, places, &job);
    const bool was_asked = !options.source.before.empty();
    if (!with_source && was_asked)
      return ReportError(fmt::format("compare: {}", DescribeError(with_source.error())));
    if (with_source)
      comparison->tree = std::move(*with_source);
    else
      comparison->notes.push_back(fmt::format("Sources were not compared: {}.", with_source.error().message));
  }
  // The tree holds all that is told.
  before->clear();
  after->clear();
  if (!options.output.empty()) {
    if (const Result<void> written = WriteCctFile(*comparison->tree, options.output, {}, &job); !written)
      return ReportOutputError(options.output, written.error());
  }
  const Result<ComparisonReport> report = Report(*comparison, *rules, job);
  if (!report) return ReportError(fmt::format("compare: {}", DescribeError(report.error())));
  Output out;
  if (options.json)
    WriteComparison(*report, options.limit, out);
  else
    PrintComparison(*report, options.limit, out);
  return out.Finish();
}

}  // namespace ringscope
