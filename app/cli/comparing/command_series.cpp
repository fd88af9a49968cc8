#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "app/cli/comparing/compared_inputs.h"
#include "app/cli/comparing/comparison_values.h"
#include "app/cli/output.h"
#include "app/cli/syntax.h"
#include "app/cli/tree_info.h"
#include "app/core/display_text.h"
#include "cct/base/result.h"
#include "cct/base/text/number_text.h"
#include "cct/compare/answers/function_series.h"
#include "cct/compare/series.h"
#include "cct/file/cct_file.h"

namespace ringscope {
namespace {

struct SeriesOptions : SeriesInputs {
  bool by_share = false;
  std::optional<uint32_t> at_least;  // the fewest executions of a context that stays
};

// The answer of `series`, in the first metric of the series.
struct SeriesReport {
  const Series& series;
  const SeriesChanges& changes;
  bool by_share = false;
};

using Align = TextTable::Align;

constexpr uint32_t kSeriesRows = 10;

// Texts of values of the metric, or of shares of the totals.
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

std::string ProbabilityText(double probability) {
  return probability < 0.0001 ? "<0.0001" : fmt::format("{:.4f}", probability);
}

void TellExecutions(const SeriesReport& series_report, Report& report) {
  const Series& series = series_report.series;
  std::vector<Execution> executions = series.executions();
  const std::string common = TakeCommonDetails(executions);
  if (!common.empty()) report.Line("All executions: " + common);
  ReportTable table{.rows = executions.size()};
  table.Text({"#"}, [](size_t e) { return CountText(e + 1); });
  for (const SeriesMetric& metric : series.metrics) {
    uint64_t largest = 0;
    for (const MetricIndex run : metric.run) largest = std::max(largest, series.tree->Total(run));
    const ValueColumn values(largest, metric.metric.unit, metric.metric.scale);
    table.Text({DisplayText(metric.metric.name, 40)},
               [&, values](size_t e) { return values.Text(series.tree->Total(metric.run[e])); });
  }
  table.Text({"execution", Align::kLeft}, [executions = std::move(executions)](size_t e) {
    return DisplayText(executions[e].name + ExecutionDetails(executions[e]));
  });
  report.Add(std::move(table));
}

struct StepRow {
  std::string what;
  CostStep step;
};

void TellSteps(const SeriesReport& series_report, size_t limit, Report& report) {
  std::vector<StepRow> rows;
  for (const CostStep& step : series_report.changes.total_steps)
    rows.push_back({"(the whole profile)", step});
  for (const FunctionSeries& function : series_report.changes.functions) {
    for (const CostStep& step : function.steps)
      rows.push_back({FunctionText(*series_report.series.tree, function.frame), step});
  }
  if (rows.empty()) return;
  report.Line("\nSteps: {}", CountText(rows.size()));
  const size_t left_out = rows.size() - std::min(rows.size(), limit);
  rows.resize(rows.size() - left_out);
  double largest = 0;
  for (const StepRow& row : rows) largest = std::max({largest, row.step.before, row.step.after});
  const SeriesValues values(series_report, largest);
  ReportTable table{.rows = rows.size(), .hides_empty = true, .left_out = left_out};
  const auto text = [&](TextTable::Column head, auto of) {
    table.Text(std::move(head), [rows, of](size_t row) { return of(rows[row]); });
  };
  text({"before"}, [=](const StepRow& row) { return values.Text(row.step.before); });
  text({"after"}, [=](const StepRow& row) { return values.Text(row.step.after); });
  text({"change"}, [](const StepRow& row) { return RelativeText(row.step.before, row.step.after); });
  text({"p"}, [](const StepRow& row) { return ProbabilityText(row.step.probability); });
  text({"from", Align::kLeft}, [&series_report](const StepRow& row) {
    return DisplayText(series_report.series.executions()[row.step.execution].name);
  });
  text({"function", Align::kLeft}, [](const StepRow& row) { return row.what; });
  report.Add(std::move(table));
}

void TellFunctions(const SeriesReport& series_report, size_t limit, Report& report) {
  const Series& series = series_report.series;
  const SeriesMetric& metric = series.metrics.front();
  const std::vector<FunctionSeries>& functions = series_report.changes.functions;
  report.Line("\nFunctions whose own cost varies: {}", CountText(functions.size()));
  const size_t shown = std::min(functions.size(), limit);
  std::vector<std::vector<double>> rows;
  double largest = 0;
  for (size_t k = 0; k < shown; ++k) {
    std::vector<double>& row = rows.emplace_back();
    for (size_t e = 0; e < metric.run.size(); ++e)
      row.push_back(SeriesValue(series, metric, e, functions[k].self[e], series_report.by_share));
    largest = std::max(largest, *std::max_element(row.begin(), row.end()));
  }
  const SeriesValues values(series_report, largest);
  ReportTable table{.rows = shown, .hides_empty = true, .left_out = functions.size() - shown};
  const auto text = [&](TextTable::Column head, auto of) {
    table.Text(std::move(head), [rows, of](size_t row) { return of(rows[row]); });
  };
  using Costs = std::vector<double>;
  const auto name_of = [&series](const Costs& row, auto place) {
    return DisplayText(series.executions()[static_cast<size_t>(place - row.begin())].name, 40);
  };
  const auto least = [](const Costs& row) { return std::min_element(row.begin(), row.end()); };
  const auto most = [](const Costs& row) { return std::max_element(row.begin(), row.end()); };
  text({"first"}, [=](const Costs& row) { return values.Text(row.front()); });
  text({"last"}, [=](const Costs& row) { return values.Text(row.back()); });
  text({"least"}, [=](const Costs& row) { return values.Text(*least(row)); });
  text({"in", Align::kLeft}, [=](const Costs& row) { return name_of(row, least(row)); });
  text({"most"}, [=](const Costs& row) { return values.Text(*most(row)); });
  text({"in", Align::kLeft}, [=](const Costs& row) { return name_of(row, most(row)); });
  table.Text({"function", Align::kLeft},
             [&](size_t row) { return FunctionText(*series.tree, functions[row].frame); });
  report.Add(std::move(table));
}

// The report as text. `limit`: rows of each list except the executions; std::nullopt: the first ten.
Report LinesOf(const SeriesReport& series_report, std::optional<uint32_t> limit) {
  const Series& series = series_report.series;
  const size_t rows = limit.value_or(kSeriesRows);
  Report report;
  TellExecutions(series_report, report);
  if (series_report.by_share) report.Line("Shares of the totals vary, not values.");
  for (const std::string& note : series.notes) report.Line(DisplayText(note));
  report.Line(CountedText(series.tree->context_count() - 1, "context"));
  TellRules(series.rules, report);
  TellSteps(series_report, rows, report);
  TellFunctions(series_report, rows, report);
  return report;
}

ReportValue StepsValue(const SeriesReport& report, const std::vector<CostStep>& steps) {
  const auto scale = report.by_share ? 1.0 : static_cast<double>(report.series.metrics.front().metric.scale);
  ReportValue::Array values;
  for (const CostStep& step : steps) {
    values.push_back(ReportValue::Object{{"execution", step.execution},
                                         {"name", report.series.executions()[step.execution].name},
                                         {"before", step.before / scale},
                                         {"after", step.after / scale},
                                         {"probability", step.probability}});
  }
  return values;
}

// The report as JSON. `limit`: functions; std::nullopt: all of them.
Report FieldsOf(const SeriesReport& series_report, std::optional<uint32_t> limit) {
  const Series& series = series_report.series;
  const Cct& tree = *series.tree;
  ReportValue::Array executions, metrics;
  for (size_t e = 0; e < series.executions().size(); ++e) {
    ReportValue::Array totals;
    for (const SeriesMetric& one : series.metrics)
      totals.emplace_back(ExactDecimal{tree.Total(one.run[e]), one.metric.scale});
    ReportValue::Object execution = ExecutionValue(series.executions()[e]);
    execution.push_back({"totals", std::move(totals)});
    executions.emplace_back(std::move(execution));
  }
  for (const SeriesMetric& one : series.metrics)
    metrics.push_back(ReportValue::Object{{"name", one.metric.name}, {"unit", one.metric.unit}});
  Report report;
  report.Field("executions", std::move(executions));
  report.Field("metrics", std::move(metrics));
  report.Field("by_share", series_report.by_share);
  report.Field("notes", ReportValue::Array(series.notes.begin(), series.notes.end()));
  report.Field("contexts", tree.context_count() - 1);
  report.Field("rules", RulesValue(series.rules));
  report.Field("tested_for_steps", series_report.changes.tested);
  report.Field("steps", StepsValue(series_report, series_report.changes.total_steps));
  const std::vector<FunctionSeries>& functions = series_report.changes.functions;
  ReportTable table{.key = "functions",
                    .rows = std::min<size_t>(functions.size(), limit.value_or(UINT32_MAX))};
  table.object = [&](size_t row) -> ReportValue::Object {
    const FunctionSeries& function = functions[row];
    ReportValue::Array self;
    for (const uint64_t value : function.self)
      self.emplace_back(ExactDecimal{value, series.metrics.front().metric.scale});
    return {{"function", FunctionValue(tree, function.frame)},
            {"self", std::move(self)},
            {"steps", StepsValue(series_report, function.steps)}};
  };
  report.Add(std::move(table));
  return report;
}

Result<int> RunSeries(const SeriesOptions& options) {
  RINGSCOPE_TRY(CheckDefinesAreUsed(options.input));
  if (!options.output.empty()) {
    Files read = options.files;
    read.push_back(options.rules);
    RINGSCOPE_TRY(CheckOutput(read, options.output));
    RINGSCOPE_TRY(CheckCctName(options.output));
  }
  RINGSCOPE_ASSIGN(Series series, LoadSeries("series", options));
  const size_t count = series.executions().size();
  if (options.at_least.value_or(0) > count) {
    return Refuse("--at-least: expected at most the {} executions that there are, found {}", count,
                  *options.at_least);
  }
  WatchedJob job("adding up");
  if (options.at_least) RINGSCOPE_TRY(About("series", TakeAtLeast(*options.at_least, series, &job)));
  if (!options.output.empty()) {
    RINGSCOPE_TRY(AboutOutput(options.output, WriteCctFile(*series.tree, options.output, {}, &job)));
  }
  RINGSCOPE_ASSIGN(
      const SeriesChanges changes,
      About("series", BuildSeriesChanges(series, series.metrics.front(), options.by_share, &job)));
  const SeriesReport report{series, changes, options.by_share};
  return Deliver(options.as_json() ? FieldsOf(report, options.limit) : LinesOf(report, options.limit),
                 options.format);
}

}  // namespace

void AddSeries(CommandTable& commands) {
  const auto [command, options] =
      AddCommand(commands, "series",
                 "What varies over many profiles: versions, runs, machines; one tree of all", &RunSeries);
  AddSeriesInputs(command, *options);
  command->AddFlag("--share", options->by_share, "Look at shares of the totals instead of values");
  command->AddOption(
      "--at-least K", options->at_least,
      "Only contexts that cost something in at least K executions; the cost of others goes to their callers",
      WholeNumber(1));
  AddListLimit(command, options->limit);
  command->AddOption("-o,--output OUT.cct", options->output, "Also write the series as a .cct file");
  AddJsonOrMarkdown(command, options->format);
  command->Example("ringscope series v1.cct v2.cct v3.cct -o versions.cct",
                   "What varies over three versions");
}

}  // namespace ringscope
