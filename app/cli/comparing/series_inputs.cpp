#include "app/cli/comparing/series_inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "app/cli/job_watch.h"
#include "app/cli/load.h"
#include "cct/base/text/ascii.h"

namespace ringscope {
namespace {

Result<void> CheckNames(const SeriesInputs& inputs) {
  if (inputs.names.empty()) return {};
  if (inputs.names.size() != inputs.files.size()) {
    return Refuse(fmt::format("--names: expected a name for each of the {} profiles, found {}",
                              inputs.files.size(), inputs.names.size()));
  }
  std::set<std::string_view> known;
  for (const std::string& name : inputs.names) {
    if (name.empty()) return Refuse("--names: expected names, found an empty one");
    if (!known.insert(name).second)
      return Refuse(fmt::format("--names: expected each name once, found '{}' twice", name));
  }
  return {};
}

Result<void> NameByAttribute(const SeriesInputs& inputs, std::vector<CompareInput>& executions) {
  for (size_t e = 0; e < executions.size(); ++e) {
    const auto& attributes = executions[e].execution.attributes;
    const auto found = std::find_if(attributes.begin(), attributes.end(), [&](const ExecutionAttribute& one) {
      return one.name == inputs.name_by;
    });
    if (found == attributes.end()) {
      return Refuse(fmt::format("{}: expected an attribute '{}' to name it by, found none",
                                inputs.files[e].string(), inputs.name_by));
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
  // Its columns have other names than the metric.
  RINGSCOPE_ASSIGN(Input loaded, LoadInput(options));
  std::optional<Series> series = StoredSeries(std::move(loaded.tree));
  if (!series) {
    return Refuse(
        fmt::format("{}: expected at least two profiles, or one that holds several executions, found {}",
                    command, inputs.files.front().string()));
  }
  if (inputs.metric.empty()) return std::move(*series);
  const auto asked =
      std::find_if(series->metrics.begin(), series->metrics.end(),
                   [&](const SeriesMetric& one) { return EqualsFolded(one.metric.name, inputs.metric); });
  if (asked == series->metrics.end()) {
    std::string names;
    for (const SeriesMetric& one : series->metrics)
      names += fmt::format("{}'{}'", names.empty() ? "" : ", ", one.metric.name);
    return Refuse(fmt::format("{}: expected one of the metrics {}, found '{}'", inputs.files.front().string(),
                              names, inputs.metric));
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
  if (inputs.files.size() < 2) {
    return Refuse(fmt::format("{}: expected at least two profiles, found {}", command, inputs.files.size()));
  }
  RINGSCOPE_ASSIGN(NameRules rules, ReadRules(inputs.rules));
  RINGSCOPE_ASSIGN(std::vector<CompareInput> executions,
                   LoadSide(inputs.files, inputs.input, inputs.metric, inputs.files, StoredRuns::kTogether));
  for (size_t e = 0; e < inputs.names.size(); ++e) executions[e].execution.name = inputs.names[e];
  if (!inputs.name_by.empty()) RINGSCOPE_TRY(NameByAttribute(inputs, executions));
  TellApart(executions);
  JobControl job;
  const JobWatch watch(job, "joining");
  return About(command, BuildSeries(executions, {.rules = std::move(rules), .metric = inputs.metric}, &job));
}

}  // namespace ringscope
