#include <algorithm>

#include "app/cli/comparing/comparison_values.h"
#include "app/cli/comparing/series_report.h"
#include "app/cli/tree_info.h"
#include "cct/base/text/json_writer.h"

namespace ringscope {
namespace {

void WriteSteps(std::string_view key, const SeriesReport& report, const std::vector<CostStep>& steps,
                JsonWriter& json) {
  const auto scale = report.by_share ? 1.0 : static_cast<double>(report.series.metrics.front().metric.scale);
  json.Key(key).BeginArray();
  for (const CostStep& step : steps) {
    json.BeginObject();
    json.Key("execution").Number(uint64_t{step.execution});
    json.Key("name").String(report.series.executions()[step.execution].name);
    json.Key("before").Number(step.before / scale);
    json.Key("after").Number(step.after / scale);
    json.Key("probability").Number(step.probability);
    json.EndObject();
  }
  json.EndArray();
}

}  // namespace

void WriteSeries(const SeriesReport& report, std::optional<uint32_t> limit, Output& out) {
  const Series& series = report.series;
  const Cct& tree = *series.tree;
  const SeriesMetric& metric = series.metrics.front();
  JsonWriter json = out.Json();
  json.BeginObject();
  json.Key("executions").BeginArray();
  for (size_t e = 0; e < series.executions().size(); ++e) {
    json.BeginObject();
    json.Key("name").String(series.executions()[e].name);
    WriteExecutionDetails(series.executions()[e], json);
    json.Key("totals").BeginArray();
    for (const SeriesMetric& one : series.metrics) json.Decimal(tree.Total(one.run[e]), one.metric.scale);
    json.EndArray();
    json.EndObject();
  }
  json.EndArray();
  json.Key("metrics").BeginArray();
  for (const SeriesMetric& one : series.metrics) {
    json.BeginObject();
    json.Key("name").String(one.metric.name);
    json.Key("unit").String(one.metric.unit);
    json.EndObject();
  }
  json.EndArray();
  json.Key("by_share").Bool(report.by_share);
  json.Key("notes").BeginArray();
  for (const std::string& note : series.notes) json.String(note);
  json.EndArray();
  json.Key("contexts").Number(uint64_t{tree.context_count()} - 1);
  WriteRules(series.rules, json);
  json.Key("tested_for_steps").Number(report.changes.tested);
  WriteSteps("steps", report, report.changes.total_steps, json);
  json.Key("functions").BeginArray();
  const size_t rows = std::min<size_t>(report.changes.functions.size(), limit.value_or(UINT32_MAX));
  for (size_t k = 0; k < rows; ++k) {
    const FunctionSeries& function = report.changes.functions[k];
    json.BeginObject();
    WriteFunction("function", tree, function.frame, json);
    json.Key("self").BeginArray();
    for (const uint64_t value : function.self) json.Decimal(value, metric.metric.scale);
    json.EndArray();
    WriteSteps("steps", report, function.steps, json);
    json.EndObject();
  }
  json.EndArray();
  json.EndObject().Finish();
}

}  // namespace ringscope
