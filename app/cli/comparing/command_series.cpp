#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <optional>

#include "app/cli/comparing/compared_inputs.h"
#include "app/cli/comparing/comparison_values.h"
#include "app/cli/comparing/shapes.h"
#include "app/cli/job_watch.h"
#include "app/cli/output.h"
#include "app/cli/syntax.h"
#include "app/cli/tree_info.h"
#include "app/core/display_text.h"
#include "app/report/text_table.h"
#include "cct/base/result.h"
#include "cct/base/text/json_writer.h"
#include "cct/base/text/number_text.h"
#include "cct/compare/answers/function_series.h"
#include "cct/compare/series.h"
#include "cct/file/cct_file.h"

namespace ringscope {
namespace {

struct SeriesOptions {
  SeriesInputs inputs;
  bool by_share = false;
  std::optional<uint32_t> at_least;  // executions that a context has to be in
  std::optional<uint32_t> limit;     // rows of a list
  std::filesystem::path output;      // empty: none
  bool json = false;
};

// All that `series` tells, in the first metric of the series.
struct SeriesReport {
  const Series& series;
  const SeriesChanges& changes;
  bool by_share = false;
};

using Align = TextTable::Align;

constexpr uint32_t kSeriesRows = 10;

// Values of the metric, or shares of the totals.
class SeriesValues {
 public:
  SeriesValues(const SeriesReport& report, double largest)
      : by_share_(report.by_share),
        column_(report.by_share ? 0 : WholeOf(largest), report.series.metrics.front().metric.unit,
                report.series.metrics.front().metric.scale) {}

  [[nodiscard]] std::string Text(double value) const {
    if (by_share_) return fmt::format("{:.2f} %", 100 * value);
    return column_.Text(WholeOf(value));
  }

 private:
  static uint64_t WholeOf(double value) { return static_cast<uint64_t>(std::llround(std::min(value, 9e18))); }

  bool by_share_;
  ValueColumn column_;
};

std::string GrowthText(double before, double after) {
  if (before == after) return "0 %";
  if (before == 0) return "new";
  const double percent = 100 * (after / before - 1);
  return fmt::format("{:+.{}f} %", percent, std::abs(percent) < 100 ? 1 : 0);
}

std::string ProbabilityText(double probability) {
  return probability < 0.0001 ? "<0.0001" : fmt::format("{:.4f}", probability);
}

void PrintExecutions(const SeriesReport& report, Output& out) {
  const Series& series = report.series;
  std::vector<TextTable::Column> columns{{"#"}};
  std::vector<ValueColumn> values;
  for (const SeriesMetric& metric : series.metrics) {
    columns.push_back({DisplayText(metric.metric.name, 40)});
    uint64_t largest = 0;
    for (const MetricIndex run : metric.run) largest = std::max(largest, series.tree->Total(run));
    values.emplace_back(largest, metric.metric.unit, metric.metric.scale);
  }
  columns.push_back({"execution", Align::kLeft});
  TextTable table(std::move(columns));
  std::vector<Execution> executions = series.executions();
  const std::string common = TakeCommonDetails(executions);
  if (!common.empty()) out.Print("All executions: {}\n", common);
  for (size_t e = 0; e < series.executions().size(); ++e) {
    std::vector<std::string> cells{CountText(e + 1)};
    for (size_t m = 0; m < series.metrics.size(); ++m)
      cells.push_back(values[m].Text(series.tree->Total(series.metrics[m].run[e])));
    const Execution& execution = executions[e];
    cells.push_back(DisplayText(execution.name + ExecutionDetails(execution)));
    table.AddRow(std::move(cells));
  }
  out.Write(table.Text());
}

struct StepRow {
  std::string what;
  CostStep step;
};

void PrintSteps(const SeriesReport& report, size_t limit, Output& out) {
  std::vector<StepRow> rows;
  for (const CostStep& step : report.changes.total_steps) rows.push_back({"(the whole profile)", step});
  for (const FunctionSeries& function : report.changes.functions) {
    for (const CostStep& step : function.steps)
      rows.push_back({FunctionText(*report.series.tree, function.frame), step});
  }
  if (rows.empty()) return;
  out.Print("\nSteps: {}\n", CountText(rows.size()));
  const size_t shown = std::min(rows.size(), limit);
  double largest = 0;
  for (size_t k = 0; k < shown; ++k) largest = std::max({largest, rows[k].step.before, rows[k].step.after});
  const SeriesValues values(report, largest);
  TextTable table(
      {{"before"}, {"after"}, {"change"}, {"p"}, {"from", Align::kLeft}, {"function", Align::kLeft}});
  for (size_t k = 0; k < shown; ++k) {
    const CostStep& step = rows[k].step;
    table.AddRow({values.Text(step.before), values.Text(step.after), GrowthText(step.before, step.after),
                  ProbabilityText(step.probability),
                  DisplayText(report.series.executions()[step.execution].name), rows[k].what});
  }
  if (shown > 0) out.Write(table.Text());
  if (shown < rows.size()) out.Print("... {} more\n", CountText(rows.size() - shown));
}

void PrintFunctions(const SeriesReport& report, size_t limit, Output& out) {
  const Series& series = report.series;
  const SeriesMetric& metric = series.metrics.front();
  const std::vector<FunctionSeries>& functions = report.changes.functions;
  out.Print("\nFunctions whose own cost varies: {}\n", CountText(functions.size()));
  const size_t shown = std::min(functions.size(), limit);
  std::vector<std::vector<double>> rows;
  double largest = 0;
  for (size_t k = 0; k < shown; ++k) {
    std::vector<double>& row = rows.emplace_back();
    for (size_t e = 0; e < metric.run.size(); ++e)
      row.push_back(SeriesValue(series, metric, e, functions[k].self[e], report.by_share));
    largest = std::max(largest, *std::max_element(row.begin(), row.end()));
  }
  const SeriesValues values(report, largest);
  TextTable table({{"first"},
                   {"last"},
                   {"least"},
                   {"in", Align::kLeft},
                   {"most"},
                   {"in", Align::kLeft},
                   {"function", Align::kLeft}});
  for (size_t k = 0; k < shown; ++k) {
    const auto least = std::min_element(rows[k].begin(), rows[k].end());
    const auto most = std::max_element(rows[k].begin(), rows[k].end());
    const auto name_of = [&](auto place) {
      return DisplayText(series.executions()[static_cast<size_t>(place - rows[k].begin())].name, 40);
    };
    table.AddRow({values.Text(rows[k].front()), values.Text(rows[k].back()), values.Text(*least),
                  name_of(least), values.Text(*most), name_of(most),
                  FunctionText(*series.tree, functions[k].frame)});
  }
  if (shown > 0) out.Write(table.Text());
  if (shown < functions.size()) out.Print("... {} more\n", CountText(functions.size() - shown));
}

// `limit`: rows of each list but that of the executions; nothing: the first ten.
void PrintSeries(const SeriesReport& report, std::optional<uint32_t> limit, Output& out) {
  const Series& series = report.series;
  const size_t rows = limit.value_or(kSeriesRows);
  PrintExecutions(report, out);
  if (report.by_share) out.Print("Shares of the totals vary, not values.\n");
  for (const std::string& note : series.notes) out.Print("{}\n", DisplayText(note));
  out.Print("{}\n", CountedText(series.tree->context_count() - 1, "context"));
  for (const RuleUse& use : series.rules) PrintRuleUse(use, out);
  PrintSteps(report, rows, out);
  PrintFunctions(report, rows, out);
}

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

// The same; nothing: all rows.
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

Result<int> RunSeries(const SeriesOptions& options) {
  RINGSCOPE_TRY(CheckDefinesAreUsed(options.inputs.input));
  if (!options.output.empty()) {
    Files read = options.inputs.files;
    read.push_back(options.inputs.rules);
    RINGSCOPE_TRY(CheckOutput(read, options.output));
    RINGSCOPE_TRY(CheckCctName(options.output));
  }
  RINGSCOPE_ASSIGN(Series series, LoadSeries("series", options.inputs));
  const size_t count = series.executions().size();
  if (options.at_least.value_or(0) > count) {
    return Refuse(fmt::format("--at-least: expected at most the {} executions that there are, found {}",
                              count, *options.at_least));
  }
  JobControl job;
  const JobWatch watch(job, "adding up");
  if (options.at_least) RINGSCOPE_TRY(About("series", TakeAtLeast(*options.at_least, series, &job)));
  if (!options.output.empty()) {
    RINGSCOPE_TRY(AboutOutput(options.output, WriteCctFile(*series.tree, options.output, {}, &job)));
  }
  RINGSCOPE_ASSIGN(
      const SeriesChanges changes,
      About("series", BuildSeriesChanges(series, series.metrics.front(), options.by_share, &job)));
  const SeriesReport report{series, changes, options.by_share};
  Output out;
  if (options.json)
    WriteSeries(report, options.limit, out);
  else
    PrintSeries(report, options.limit, out);
  return out.Finish();
}

}  // namespace

void AddSeries(CommandTable& commands) {
  const auto [command, options] =
      AddCommand(commands, "series",
                 "What varies over many profiles: versions, runs, machines; one tree of all", &RunSeries);
  AddSeriesInputs(command, options->inputs);
  command->AddFlag("--share", options->by_share, "Look at shares of the totals instead of values");
  command
      ->AddOption("--at-least", options->at_least,
                  "Only contexts that cost something in at least K executions; what is left out goes to its "
                  "caller")
      ->Value("K")
      ->Check(WholeNumber(1));
  AddListLimit(command, options->limit);
  command->AddOption("-o,--output", options->output, "Also write the series as a .cct file")
      ->Value("OUT.cct");
  AddJson(command, options->json);
  command->Example("ringscope series v1.cct v2.cct v3.cct -o versions.cct",
                   "What varies over three versions");
}

}  // namespace ringscope
