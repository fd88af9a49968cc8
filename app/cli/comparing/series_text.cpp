#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/cli/comparing/comparison_values.h"
#include "app/cli/comparing/series_report.h"
#include "app/cli/text_table.h"
#include "app/cli/tree_info.h"
#include "app/core/display_text.h"
#include "cct/base/text/number_text.h"

namespace ringscope {
namespace {

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

}  // namespace

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

}  // namespace ringscope
