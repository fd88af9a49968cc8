#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/comparing/compared_inputs.h"
#include "app/cli/comparing/comparison_values.h"
#include "app/cli/syntax.h"
#include "app/cli/tree_info.h"
#include "app/core/display_text.h"
#include "cct/base/result.h"
#include "cct/base/text/join_texts.h"
#include "cct/base/text/number_text.h"
#include "cct/compare/answers/execution_groups.h"

namespace ringscope {
namespace {

// `limit` is the number of contexts and of names of each group.
struct ClusterOptions : SeriesInputs {
  std::optional<uint32_t> groups;  // std::nullopt: by `distance`
  double distance = GroupingOptions::kGroupDistance;
};

constexpr uint32_t kClusterRows = 5;

std::string PercentText(double share) { return fmt::format("{:.2f} %", 100 * share); }

std::string NamesText(const Series& series, const ExecutionGroup& group, size_t limit) {
  const auto shown = std::span(group.executions).first(std::min(limit, group.executions.size()));
  std::string text = JoinTexts(
      shown, ", ", [&](size_t execution) { return DisplayText(series.executions()[execution].name); });
  if (group.executions.size() > limit)
    text += fmt::format(", ... {} more", CountText(group.executions.size() - limit));
  return text;
}

// Adds the lines of a group. The group outlives the report.
void TellGroup(const Series& series, const ExecutionGroup& group, size_t rows, Report& report) {
  const std::string others =
      fmt::format(", the others lie {} from it on average", PercentText(group.from_exemplar));
  report.Line("exemplar: {}{}", DisplayText(series.executions()[group.exemplar].name),
              group.executions.size() == 1 ? "" : others);
  report.Line("executions: {}", NamesText(series, group, rows));
  if (group.contexts.empty()) return;
  ReportTable table{.rows = group.contexts.size()};
  table.Text({"here"}, [&group](size_t row) { return PercentText(group.contexts[row].here); });
  table.Text({"elsewhere"}, [&group](size_t row) { return PercentText(group.contexts[row].elsewhere); });
  table.Text({"difference"}, [&group](size_t row) {
    return fmt::format("{:+.2f} %", 100 * (group.contexts[row].here - group.contexts[row].elsewhere));
  });
  table.Text({"itself", TextTable::Align::kLeft},
             [&](size_t row) { return WhereText(*series.tree, group.contexts[row].context); });
  report.Add(std::move(table));
}

ReportValue GroupValue(const Series& series, const ExecutionDistances& distances,
                       const ExecutionGroup& group) {
  ReportValue::Array executions, telling;
  for (const size_t e : group.executions) {
    ReportValue::Object execution = ExecutionValue(series.executions()[e]);
    execution.push_back({"from_exemplar", distances.Between(e, group.exemplar)});
    executions.emplace_back(std::move(execution));
  }
  for (const TellingContext& one : group.contexts) {
    telling.push_back(ReportValue::Object{
        {"path", PathValue(*series.tree, one.context)}, {"here", one.here}, {"elsewhere", one.elsewhere}});
  }
  return ReportValue::Object{{"exemplar", series.executions()[group.exemplar].name},
                             {"from_exemplar", group.from_exemplar},
                             {"executions", std::move(executions)},
                             {"telling", std::move(telling)}};
}

// Series and groups outlive the report.
Report ReportOf(const Series& series, const ExecutionDistances& distances,
                const std::vector<ExecutionGroup>& groups, size_t rows) {
  const std::string& metric = series.metrics.front().metric.name;
  Report report;
  report.Line("{} in {} by their own cost in {}", CountedText(series.executions().size(), "execution"),
              CountedText(groups.size(), "group"), DisplayText(metric));
  for (const std::string& note : series.notes) report.Line(DisplayText(note));
  ReportValue::Array values, between;  // between exemplars, in the order of the groups
  for (const ExecutionGroup& group : groups) {
    report.Line("\nGroup {}: {}", values.size() + 1, CountedText(group.executions.size(), "execution"));
    TellGroup(series, group, rows, report);
    values.push_back(GroupValue(series, distances, group));
    ReportValue::Array to_others;
    for (const ExecutionGroup& other : groups)
      to_others.emplace_back(distances.Between(group.exemplar, other.exemplar));
    between.emplace_back(std::move(to_others));
  }
  report.Field("metric", metric);
  report.Field("contexts", series.tree->context_count() - 1);
  report.Field("notes", ReportValue::Array(series.notes.begin(), series.notes.end()));
  report.Field("groups", std::move(values));
  report.Field("between_exemplars", std::move(between));
  return report;
}

Result<int> RunCluster(const ClusterOptions& options) {
  RINGSCOPE_TRY(CheckDefinesAreUsed(options.input));
  RINGSCOPE_ASSIGN(const Series series, LoadSeries("cluster", options));
  const SeriesMetric& metric = series.metrics.front();
  if (options.groups.value_or(0) > metric.run.size()) {
    return Refuse("--groups: expected at most the {} executions that there are, found {}", metric.run.size(),
                  *options.groups);
  }
  WatchedJob job("comparing");
  RINGSCOPE_ASSIGN(const ExecutionDistances distances,
                   About("cluster", BuildDistances(series, metric, &job)));
  const GroupingOptions grouping{.groups = options.groups,
                                 .distance = options.distance,
                                 .contexts = options.limit.value_or(kClusterRows)};
  RINGSCOPE_ASSIGN(const std::vector<ExecutionGroup> groups,
                   About("cluster", GroupExecutions(series, metric, distances, grouping, &job)));
  return Deliver(ReportOf(series, distances, groups, grouping.contexts), options.format);
}

}  // namespace

void AddCluster(CommandTable& commands) {
  const auto [command, options] =
      AddCommand(commands, "cluster", "Which of many profiles are alike, and what tells groups of them apart",
                 &RunCluster);
  AddSeriesInputs(command, *options);
  command->AddOption("--groups N", options->groups, "Make N groups", WholeNumber(1));
  command->AddOption("--distance SHARE", options->distance,
                     "Join groups whose members are at most this far apart on average: the share of their "
                     "cost that is elsewhere, 0 to 1; default: 0.1",
                     Number(0, 1));
  command->Exclusive({"--groups", "--distance"});
  command->AddOption("--limit N", options->limit, "Print N contexts and names of each group; default: 5",
                     WholeNumber(0));
  AddJson(command, options->format);
  command->Example("ringscope cluster v1.cct v2.cct v3.cct v4.cct --groups 2", "Which versions are alike");
}

}  // namespace ringscope
