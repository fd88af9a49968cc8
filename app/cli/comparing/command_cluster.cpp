#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/comparing/compared_inputs.h"
#include "app/cli/comparing/comparison_values.h"
#include "app/cli/job_watch.h"
#include "app/cli/syntax.h"
#include "app/cli/tree_info.h"
#include "app/core/display_text.h"
#include "app/report/text_table.h"
#include "cct/base/result.h"
#include "cct/base/text/json_writer.h"
#include "cct/base/text/number_text.h"
#include "cct/compare/answers/execution_groups.h"

namespace ringscope {
namespace {

struct ClusterOptions {
  SeriesInputs inputs;
  std::optional<uint32_t> groups;  // else by `distance`
  double distance = GroupingOptions::kGroupDistance;
  std::optional<uint32_t> limit;  // contexts and names of a group
  bool json = false;
};

constexpr uint32_t kClusterRows = 5;

struct ClusterReport {
  const ClusterOptions& options;
  const Series& series;
  const ExecutionDistances& distances;
  const std::vector<ExecutionGroup>& groups;

  [[nodiscard]] const std::string& NameOf(size_t execution) const {
    return series.executions()[execution].name;
  }
};

std::string PercentText(double share) { return fmt::format("{:.2f} %", 100 * share); }

std::string NamesText(const ClusterReport& report, const ExecutionGroup& group, size_t limit) {
  std::string text;
  for (size_t k = 0; k < std::min(group.executions.size(), limit); ++k)
    text += (k == 0 ? "" : ", ") + DisplayText(report.NameOf(group.executions[k]));
  if (group.executions.size() > limit)
    text += fmt::format(", ... {} more", CountText(group.executions.size() - limit));
  return text;
}

void Print(const ClusterReport& report, Output& out) {
  const size_t rows = report.options.limit.value_or(kClusterRows);
  out.Print("{} in {} by their own cost in {}\n", CountedText(report.series.executions().size(), "execution"),
            CountedText(report.groups.size(), "group"),
            DisplayText(report.series.metrics.front().metric.name));
  for (const std::string& note : report.series.notes) out.Print("{}\n", DisplayText(note));
  for (size_t g = 0; g < report.groups.size(); ++g) {
    const ExecutionGroup& group = report.groups[g];
    out.Print("\nGroup {}: {}\n", g + 1, CountedText(group.executions.size(), "execution"));
    const std::string others =
        fmt::format(", the others lie {} from it on average", PercentText(group.from_exemplar));
    out.Print("exemplar: {}{}\n", DisplayText(report.NameOf(group.exemplar)),
              group.executions.size() == 1 ? "" : others);
    out.Print("executions: {}\n", NamesText(report, group, rows));
    if (group.contexts.empty()) continue;
    TextTable table({{"here"}, {"elsewhere"}, {"difference"}, {"itself", TextTable::Align::kLeft}});
    for (const TellingContext& one : group.contexts) {
      table.AddRow({PercentText(one.here), PercentText(one.elsewhere),
                    fmt::format("{:+.2f} %", 100 * (one.here - one.elsewhere)),
                    WhereText(*report.series.tree, one.context)});
    }
    out.Write(table.Text());
  }
}

void Write(const ClusterReport& report, Output& out) {
  JsonWriter json = out.Json();
  json.BeginObject();
  json.Key("metric").String(report.series.metrics.front().metric.name);
  json.Key("contexts").Number(uint64_t{report.series.tree->context_count()} - 1);
  json.Key("notes").BeginArray();
  for (const std::string& note : report.series.notes) json.String(note);
  json.EndArray();
  json.Key("groups").BeginArray();
  for (const ExecutionGroup& group : report.groups) {
    json.BeginObject();
    json.Key("exemplar").String(report.NameOf(group.exemplar));
    json.Key("from_exemplar").Number(group.from_exemplar);
    json.Key("executions").BeginArray();
    for (const size_t e : group.executions) {
      json.BeginObject();
      json.Key("name").String(report.NameOf(e));
      WriteExecutionDetails(report.series.executions()[e], json);
      json.Key("from_exemplar").Number(report.distances.Between(e, group.exemplar));
      json.EndObject();
    }
    json.EndArray();
    json.Key("telling").BeginArray();
    for (const TellingContext& one : group.contexts) {
      json.BeginObject();
      WritePath("path", *report.series.tree, one.context, json);
      json.Key("here").Number(one.here);
      json.Key("elsewhere").Number(one.elsewhere);
      json.EndObject();
    }
    json.EndArray();
    json.EndObject();
  }
  json.EndArray();
  // Between exemplars, in the order of the groups.
  json.Key("between_exemplars").BeginArray();
  for (const ExecutionGroup& a : report.groups) {
    json.BeginArray();
    for (const ExecutionGroup& b : report.groups)
      json.Number(report.distances.Between(a.exemplar, b.exemplar));
    json.EndArray();
  }
  json.EndArray();
  json.EndObject().Finish();
}

Result<int> RunCluster(const ClusterOptions& options) {
  RINGSCOPE_TRY(CheckDefinesAreUsed(options.inputs.input));
  RINGSCOPE_ASSIGN(const Series series, LoadSeries("cluster", options.inputs));
  const SeriesMetric& metric = series.metrics.front();
  if (options.groups.value_or(0) > metric.run.size()) {
    return Refuse(fmt::format("--groups: expected at most the {} executions that there are, found {}",
                              metric.run.size(), *options.groups));
  }
  JobControl job;
  const JobWatch watch(job, "comparing");
  RINGSCOPE_ASSIGN(const ExecutionDistances distances,
                   About("cluster", BuildDistances(series, metric, &job)));
  const GroupingOptions grouping{.groups = options.groups,
                                 .distance = options.distance,
                                 .contexts = options.limit.value_or(kClusterRows)};
  RINGSCOPE_ASSIGN(const std::vector<ExecutionGroup> groups,
                   About("cluster", GroupExecutions(series, metric, distances, grouping, &job)));
  const ClusterReport report{options, series, distances, groups};
  Output out;
  if (options.json)
    Write(report, out);
  else
    Print(report, out);
  return out.Finish();
}

}  // namespace

void AddCluster(CommandTable& commands) {
  const auto [command, options] =
      AddCommand(commands, "cluster", "Which of many profiles are alike, and what tells groups of them apart",
                 &RunCluster);
  AddSeriesInputs(command, options->inputs);
  auto* const groups = command->AddOption("--groups", options->groups, "Make so many groups")
                           ->Value("N")
                           ->Check(WholeNumber(1));
  command
      ->AddOption("--distance", options->distance,
                  "Join groups whose members lie so far apart on average: the share of their cost that is "
                  "elsewhere, 0 to 1; default: 0.1")
      ->Value("SHARE")
      ->Check(Number(0, 1))
      ->Excludes(groups);
  command->AddOption("--limit", options->limit, "Print N contexts and names of each group; default: 5")
      ->Value("N")
      ->Check(WholeNumber(0));
  AddJson(command, options->json);
  command->Example("ringscope cluster v1.cct v2.cct v3.cct v4.cct --groups 2", "Which versions are alike");
}

}  // namespace ringscope
