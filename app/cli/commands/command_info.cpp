#include <algorithm>

#include "app/cli/commands/commands.h"
#include "app/cli/load.h"
#include "app/cli/output.h"
#include "app/cli/summary.h"
#include "cct/base/json_writer.h"

namespace ringscope {
namespace {

// Counts and places by reason.
void WriteProblems(std::string_view count_key, std::string_view offset_key,
                   const std::vector<RecordProblem>& problems, JsonWriter& json) {
  json.Key(count_key).BeginObject();
  for (const RecordProblem& records : problems) json.Key(records.reason).Number(records.count);
  json.EndObject();
  json.Key(offset_key).BeginObject();
  for (const RecordProblem& records : problems) json.Key(records.reason).Number(records.first_offset_bytes);
  json.EndObject();
}

void WriteInfo(const Cct& tree, JsonWriter& json) {
  const TreeSizes sizes = SizesOf(tree);
  const ImportReport& report = tree.report();
  json.BeginObject();
  json.Key("format").String(report.format);
  json.Key("nodes").Number(sizes.nodes);
  json.Key("layers").Number(sizes.layers);
  json.Key("frames").Number(sizes.frames);
  json.Key("metrics").BeginArray();
  for (MetricIndex m = 0; m < tree.metric_count(); ++m) {
    const Metric& metric = tree.metrics()[m];
    json.BeginObject();
    json.Key("name").String(metric.name);
    json.Key("unit").String(metric.unit);
    json.Key("total").Decimal(tree.Total(m), metric.scale);
    json.Key("scale").Number(metric.scale);
    json.EndObject();
  }
  json.EndArray();
  if (tree.point_count() > 0) {
    json.Key("points").BeginObject();
    json.Key("count").Number(tree.point_count());
    json.Key("contexts").Number(ContextsWithPoints(tree));
    json.Key("fields").BeginArray();
    for (const PointField& field : tree.point_fields()) json.String(field.name);
    json.EndArray();
    json.EndObject();
  }
  WriteProblems("skipped", "first_skipped_offset", report.skipped, json);
  WriteProblems("incomplete", "first_incomplete_offset", report.incomplete, json);
  json.Key("records").Number(report.record_count);
  json.Key("input_bytes").Number(report.input_bytes);
  json.Key("truncated_stacks").Number(report.truncated_stack_count);
  json.Key("estimated").BeginArray();
  for (const EstimatedCost& cost : report.estimated) {
    // Of several metrics with one name it is the first.
    const auto metric = std::find_if(tree.metrics().begin(), tree.metrics().end(),
                                     [&](const Metric& m) { return m.name == cost.metric; });
    const uint64_t scale = metric == tree.metrics().end() ? 1 : metric->scale;
    json.BeginObject();
    json.Key("metric").String(cost.metric);
    json.Key("cost").Decimal(cost.estimated, scale);
    json.Key("total").Decimal(cost.total, scale);
    json.EndObject();
  }
  json.EndArray();
  json.Key("notes").BeginArray();
  for (const std::string& note : report.notes) json.String(note);
  json.EndArray();
  json.EndObject();
}

}  // namespace

int RunInfo(const InfoOptions& options) {
  if (const auto problem = UnusedDefineProblem(options.input)) return ReportError(*problem);
  const OrLine<Input> input = LoadInput(options.input);
  if (!input) return ReportError(input.error());
  const Cct& tree = *input->tree;
  Output out;
  if (options.json) {
    JsonWriter json([&out](std::string_view text) { out.Write(text); });
    WriteInfo(tree, json);
    json.Finish();
  } else {
    out.Print("{}: ", options.input.file.string());
    PrintSummary(tree, out);
  }
  return out.Finish();
}

}  // namespace ringscope
