#include <algorithm>

#include "app/cli/comparing/comparison_report.h"
#include "app/cli/comparing/comparison_values.h"
#include "app/cli/tree_info.h"
#include "cct/base/text/json_writer.h"
#include "cct/compare/answers/noise.h"

namespace ringscope {
namespace {

template <typename Row>
std::vector<Row> FirstOf(const std::vector<Row>& rows, size_t limit) {
  return {rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(std::min(rows.size(), limit))};
}

// In values of one run, or shares.
void WriteRuns(const TreeComparison& comparison, const ComparedMetric& metric, const RunStatistics& runs,
               JsonWriter& json) {
  const double scale = comparison.by_share ? 1.0 : static_cast<double>(metric.metric.scale);
  json.Key("median_before").Number(runs.median_before / scale);
  json.Key("median_after").Number(runs.median_after / scale);
  json.Key("shift").BeginObject();
  json.Key("median").Number(runs.shift.median / scale);
  json.Key("low").Number(runs.shift.low / scale);
  json.Key("high").Number(runs.shift.high / scale);
  json.EndObject();
}

}  // namespace

void WriteComparison(const ComparisonReport& report, std::optional<uint32_t> limit, Output& out) {
  const TreeComparison& comparison = report.comparison;
  const Cct& tree = *comparison.tree;
  const ComparedMetric& metric = comparison.metrics.front();
  const ComparisonValues values{comparison, metric, {}};
  const size_t rows = limit.value_or(UINT32_MAX);
  JsonWriter json = out.Json();
  json.BeginObject();
  json.Key("executions").BeginArray();
  for (size_t e = 0; e < comparison.executions().size(); ++e) {
    json.BeginObject();
    WriteExecution(comparison.executions()[e], json);
    json.Key("total").Decimal(tree.Total(metric.run[e]), metric.metric.scale);
    json.EndObject();
  }
  json.EndArray();
  json.Key("looks_swapped").Bool(report.looks_swapped);
  json.Key("by_share").Bool(comparison.by_share);
  json.Key("metrics").BeginArray();
  for (const ComparedMetric& one : comparison.metrics) {
    json.BeginObject();
    json.Key("name").String(one.metric.name);
    json.Key("unit").String(one.metric.unit);
    ComparisonValues{comparison, one, {}}.WriteBoth(comparison.Total(one, Side::kBefore),
                                                    comparison.Total(one, Side::kAfter), json);
    json.Key("change").Decimal(tree.Total(one.change), one.change_scale);
    json.Key("noise").String(NoiseText(comparison, one));
    json.EndObject();
  }
  json.EndArray();
  json.Key("notes").BeginArray();
  for (const std::string& note : comparison.notes) json.String(note);
  json.EndArray();
  json.Key("contexts").BeginObject();
  for (const auto& [word, kind] : kContextKindWords) json.Key(word).Number(CountOf(comparison, kind));
  json.EndObject();
  WriteRules(comparison.rules, json);
  const auto write_context = [&](ContextId context, bool is_self) {
    const ComparedValues both = ValuesOf(comparison, metric, context, is_self);
    WritePath("path", tree, context, json);
    values.WriteBoth(both.before, both.after, json);
    json.Key("within_noise").Bool(IsWithinNoise(comparison, metric, both));
  };
  json.Key("explanation").BeginObject();
  json.Key("change").Decimal(report.explanation.total, metric.change_scale);
  json.Key("covered").Decimal(report.explanation.covered, metric.change_scale);
  json.Key("parts").BeginArray();
  for (const ExplainedChange& part : FirstOf(report.explanation.parts, rows)) {
    json.BeginObject();
    json.Key("change").Decimal(part.change, metric.change_scale);
    json.Key("itself").Bool(part.is_self);
    write_context(part.context, part.is_self);
    json.EndObject();
  }
  json.EndArray().EndObject();
  json.Key("functions").BeginArray();
  for (const FunctionChange& one : FirstOf(report.functions, rows)) {
    json.BeginObject();
    WriteFunction("function", tree, one.frame, json);
    values.WriteBoth(one.self.before, one.self.after, json);
    json.Key("within_noise").Bool(one.is_within_noise);
    if (const SourceChange change = tree.frames().source_change(one.frame); change != SourceChange::kUnknown)
      json.Key("source").String(WordOf(kSourceChangeWords, change));
    if (one.stands_out) json.Key("stands_out").Bool(*one.stands_out);
    if (one.score) json.Key("modified_z").Number(*one.score);
    if (one.probability) json.Key("probability").Number(*one.probability);
    if (one.runs) WriteRuns(comparison, metric, *one.runs, json);
    if (one.split) {
      json.Key("by_calls");
      values.Write(one.split->more_calls, json);
      json.Key("by_cost_a_call");
      values.Write(one.split->cost_a_call, json);
    }
    json.EndObject();
  }
  json.EndArray();
  const auto write_contexts = [&](std::string_view key, const std::vector<ContextId>& contexts) {
    json.Key(key).BeginArray();
    for (const ContextId context : FirstOf(contexts, rows)) {
      json.BeginObject();
      json.Key("kind").String(WordOf(kContextKindWords, comparison.kinds[context]));
      write_context(context, false);
      json.EndObject();
    }
    json.EndArray();
  };
  write_contexts("new", report.fresh);
  write_contexts("gone", report.gone);
  write_contexts("wrappers", report.wrappers);
  json.Key("renamed").BeginArray();
  for (const RenameCandidate& one : FirstOf(report.renames, rows)) {
    json.BeginObject();
    WriteFunction("gone", tree, one.gone, json);
    WriteFunction("new", tree, one.fresh, json);
    json.Key("confidence").Number(one.confidence());
    json.Key("same_base_name").Bool(one.has_base_name);
    json.Key("similarity").Number(one.similarity);
    json.Key("recovers").Number(RecoveredShare(comparison, metric, one));
    json.Key("places").Number(uint64_t{one.places});
    values.WriteBoth(one.before, one.after, json);
    json.EndObject();
  }
  json.EndArray();
  json.EndObject().Finish();
}

}  // namespace ringscope
