#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/cli/comparing/comparison_report.h"
#include "app/cli/comparing/comparison_values.h"
#include "app/cli/tree_info.h"
#include "app/core/display_text.h"
#include "app/report/text_table.h"
#include "cct/base/text/json_writer.h"
#include "cct/base/text/number_text.h"
#include "cct/compare/answers/noise.h"

namespace ringscope {
namespace {

using Align = TextTable::Align;

constexpr uint32_t kDefaultRows = 10;

// "+12.3 %" of what it was.
std::string RelativeText(uint64_t before, uint64_t after) {
  if (before == after) return "0 %";
  if (before == 0) return "new";
  const double percent = 100 * (static_cast<double>(after) / static_cast<double>(before) - 1);
  return fmt::format("{:+.{}f} %", percent, std::abs(percent) < 100 ? 1 : 0);
}

std::string NoiseWord(bool is_within_noise) { return is_within_noise ? "noise" : ""; }

void PrintHead(const ComparisonReport& report, const ComparisonValues& values, Output& out) {
  const TreeComparison& comparison = report.comparison;
  std::vector<Execution> executions = comparison.executions();
  const std::string common = TakeCommonDetails(executions);
  for (const Execution& execution : executions) out.Print("{}\n", ExecutionText(execution));
  if (!common.empty()) out.Print("all: {}\n", common);
  if (report.looks_swapped)
    out.Print("What is given as before is younger than what is given as after: are they swapped?\n");
  for (const ComparedMetric& metric : comparison.metrics) {
    const ComparisonValues its{comparison, metric, {}};
    const uint64_t before = comparison.Total(metric, Side::kBefore),
                   after = comparison.Total(metric, Side::kAfter);
    out.Print("{}: {} before, {} after, {} ({})\n", DisplayText(metric.metric.name), its.Text(before),
              its.Text(after), its.Difference(before, after), RelativeText(before, after));
  }
  if (values.metric.runs > 1) out.Print("Values are means of the runs.\n");
  if (comparison.by_share) out.Print("Shares of the totals are compared.\n");
  out.Print("Noise: {}.\n", NoiseText(comparison, values.metric));
  for (const std::string& note : comparison.notes) out.Print("{}\n", DisplayText(note));
  out.Print(
      "{}: {} common, {} new, {} gone, {}\n", CountedText(comparison.tree->context_count() - 1, "context"),
      CountText(CountOf(comparison, ContextKind::kCommon)), CountText(CountOf(comparison, ContextKind::kNew)),
      CountText(CountOf(comparison, ContextKind::kGone)),
      CountedText(
          CountOf(comparison, ContextKind::kNewWrapper) + CountOf(comparison, ContextKind::kGoneWrapper),
          "wrapper"));
  for (const RuleUse& use : comparison.rules) PrintRuleUse(use, out);
}

// Prints the first rows of a list under a title and says how many there are more. `both_of` gives what a
// row's values are, `make` its cells.
template <typename Row, typename BothOf, typename Make>
void PrintList(const std::string& title, std::vector<TextTable::Column> columns, const std::vector<Row>& rows,
               size_t limit, const ComparisonValues& values, BothOf both_of, Make make, Output& out) {
  if (rows.empty()) return;
  out.Print("\n{}\n", title);
  TextTable table(std::move(columns));
  const size_t shown = std::min(rows.size(), limit);
  std::vector<ComparedValues> both;
  uint64_t largest = 0;
  for (size_t k = 0; k < shown; ++k) {
    both.push_back(both_of(rows[k]));
    largest = std::max({largest, both[k].before, both[k].after});
  }
  const ComparisonValues in_columns = values.UpTo(largest);
  for (size_t k = 0; k < shown; ++k) table.AddRow(make(rows[k], both[k], in_columns));
  if (shown > 0) out.Write(table.Text());
  if (shown < rows.size()) out.Print("... {} more\n", CountText(rows.size() - shown));
}

// The columns before, after, difference and by share.
std::vector<std::string> ValueCells(const ComparedValues& both, const ComparisonValues& in_columns) {
  return {in_columns.Text(both.before), in_columns.Text(both.after),
          in_columns.Difference(both.before, both.after),
          in_columns.ShareDifferenceText(both.before, both.after)};
}

// Of the difference: "+12 ms to +15 ms".
std::string IntervalText(const RunStatistics& runs, const ComparisonValues& values) {
  const auto text = [&](double difference) {
    return values.comparison.by_share ? fmt::format("{:+.2f} %", 100 * difference)
                                      : values.Difference(difference * static_cast<double>(values.metric.runs));
  };
  return fmt::format("{} to {}", text(runs.shift.low), text(runs.shift.high));
}

// Empty where unknown.
std::string SourceText(const Cct& tree, FrameId frame) {
  const SourceChange change = tree.frames().source_change(frame);
  return change == SourceChange::kUnknown ? "" : std::string(WordOf(kSourceChangeWords, change));
}

}  // namespace

void PrintComparison(const ComparisonReport& report, std::optional<uint32_t> limit, Output& out) {
  const TreeComparison& comparison = report.comparison;
  const Cct& tree = *comparison.tree;
  const ComparedMetric& metric = comparison.metrics.front();
  const ComparisonValues values{comparison, metric, {}};
  const size_t rows = limit.value_or(kDefaultRows);
  PrintHead(report, values, out);
  if (report.explanation.total == 0) {
    out.Print("\nNothing differs.\n");
  }
  PrintList(
      fmt::format("{} of all change lies here",
                  ShareText(report.explanation.covered, report.explanation.total)),
      {{"change"},
       {"before"},
       {"after"},
       {"difference"},
       {"by share"},
       {"", Align::kLeft},
       {"where", Align::kLeft}},
      report.explanation.parts, rows, values,
      [&](const ExplainedChange& part) { return ValuesOf(comparison, metric, part.context, part.is_self); },
      [&](const ExplainedChange& part, const ComparedValues& both, const ComparisonValues& in_columns) {
        std::vector<std::string> cells = ValueCells(both, in_columns);
        cells.insert(cells.begin(), ShareText(part.change, report.explanation.total));
        cells.insert(cells.end(), {NoiseWord(IsWithinNoise(comparison, metric, both)),
                                   WhereText(tree, part.context) + (part.is_self ? " (itself)" : "")});
        return cells;
      },
      out);
  const bool has_split = std::any_of(report.functions.begin(), report.functions.end(),
                                     [](const FunctionChange& one) { return one.split.has_value(); });
  const bool has_runs = !report.functions.empty() && report.functions.front().runs.has_value();
  std::vector<TextTable::Column> columns{{"before"}, {"after"}, {"difference"}, {"by share"}};
  if (has_runs) columns.push_back({"95 % interval"});
  if (has_split) columns.insert(columns.end(), {{"by calls"}, {"by cost a call"}});
  const bool has_source = !tree.frames().columns().source_change.empty();
  if (has_source) columns.push_back({"source", Align::kLeft});
  columns.insert(columns.end(), {{"", Align::kLeft}, {"function", Align::kLeft}});
  PrintList(
      fmt::format("Functions whose own cost differs: {}", CountText(report.functions.size())),
      std::move(columns), report.functions, rows, values, [](const FunctionChange& one) { return one.self; },
      [&](const FunctionChange& one, const ComparedValues& both, const ComparisonValues& in_columns) {
        std::vector<std::string> cells = ValueCells(both, in_columns);
        if (has_runs) cells.push_back(IntervalText(*one.runs, in_columns));
        if (has_split) {
          const CostSplit split = one.split.value_or(CostSplit{});
          cells.insert(cells.end(),
                       {in_columns.Difference(split.more_calls), in_columns.Difference(split.cost_a_call)});
        }
        if (has_source) cells.push_back(SourceText(tree, one.frame));
        cells.insert(cells.end(), {one.stands_out.value_or(false) ? "stands out" : NoiseWord(one.is_within_noise),
                                   FunctionText(tree, one.frame)});
        return cells;
      },
      out);
  const auto print_contexts = [&](std::string_view title, std::vector<ContextId> contexts) {
    const size_t all = contexts.size();
    std::erase_if(contexts, [&](ContextId context) {
      return IsWithinNoise(comparison, metric, ValuesOf(comparison, metric, context, false));
    });
    const size_t within_noise = all - contexts.size();
    if (contexts.empty() && within_noise > 0)
      out.Print("\n{}: {}, all within noise\n", title, CountedText(all, "place"));
    PrintList(
        fmt::format("{}: {}{}", title, CountedText(all, "place"),
                    within_noise == 0 ? "" : fmt::format(", {} of them within noise", CountText(within_noise))),
        {{"before"}, {"after"}, {"difference"}, {"by share"}, {"where", Align::kLeft}},
        contexts, rows, values,
        [&](ContextId context) { return ValuesOf(comparison, metric, context, false); },
        [&](ContextId context, const ComparedValues& both, const ComparisonValues& in_columns) {
          std::vector<std::string> cells = ValueCells(both, in_columns);
          cells.push_back(WhereText(tree, context));
          return cells;
        },
        out);
  };
  print_contexts("New", report.fresh);
  print_contexts("Gone", report.gone);
  print_contexts("Wrappers, through which the other side's cost passes", report.wrappers);
  PrintList(
      fmt::format("Renamed? {}: lines 'rename: OLD => NEW' of --rules accept, 'no-rename: OLD => NEW' refuse",
                  CountedText(report.renames.size(), "pair")),
      {{"sure"}, {"recovers"}, {"places"}, {"before"}, {"after"}, {"function", Align::kLeft}}, report.renames,
      rows, values,
      [](const RenameCandidate& one) {
        return ComparedValues{one.before, one.after, {}};
      },
      [&](const RenameCandidate& one, const ComparedValues& both,
          const ComparisonValues& in_columns) -> std::vector<std::string> {
        return {fmt::format("{:.0f} %", 100 * one.confidence()),
                fmt::format("{:.1f} %", 100 * RecoveredShare(comparison, metric, one)),
                CountText(one.places),
                in_columns.Text(both.before),
                in_columns.Text(both.after),
                fmt::format("{} => {}", FunctionText(tree, one.gone), FunctionText(tree, one.fresh))};
      },
      out);
}

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
