#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "app/cli/comparing/comparison_values.h"
#include "app/cli/tree_info.h"
#include "app/core/display_text.h"
#include "app/report/report.h"
#include "cct/base/text/number_text.h"
#include "cct/compare/answers/noise.h"

namespace ringscope {
namespace {

using Align = TextTable::Align;

constexpr uint32_t kDefaultRows = 10;

std::string NoiseWord(bool is_within_noise) { return is_within_noise ? "noise" : ""; }

void TellHead(const ComparisonReport& found, const ComparisonValues& values, Report& report) {
  const TreeComparison& comparison = found.comparison;
  std::vector<Execution> executions = comparison.executions();
  const std::string common = TakeCommonDetails(executions);
  for (const Execution& execution : executions) report.Line(ExecutionText(execution));
  if (!common.empty()) report.Line("all: " + common);
  if (found.looks_swapped) report.Line("The profiles before are younger than those after: are they swapped?");
  for (const ComparedMetric& metric : comparison.metrics) {
    const ComparisonValues its{comparison, metric, {}};
    const uint64_t before = comparison.Total(metric, Side::kBefore),
                   after = comparison.Total(metric, Side::kAfter);
    report.Line("{}: {} before, {} after, {} ({})", DisplayText(metric.metric.name), its.Text(before),
                its.Text(after), its.Difference(before, after), RelativeText(before, after));
  }
  if (values.metric.runs > 1) report.Line("Values are means of the runs.");
  if (comparison.by_share) report.Line("Shares of the totals are compared.");
  report.Line("Noise: {}.", NoiseText(comparison, values.metric));
  for (const std::string& note : comparison.notes) report.Line(DisplayText(note));
  const auto count = [&](ContextKind kind) { return CountOf(comparison, kind); };
  report.Line("{}: {} common, {} new, {} gone, {}",
              CountedText(comparison.tree->context_count() - 1, "context"),
              CountText(count(ContextKind::kCommon)), CountText(count(ContextKind::kNew)),
              CountText(count(ContextKind::kGone)),
              CountedText(count(ContextKind::kNewWrapper) + count(ContextKind::kGoneWrapper), "wrapper"));
  TellRules(comparison.rules, report);
}

// Adds the first rows of a list under a title, and the number of rows left out. `both_of` gives the values of
// a row, `make` its cells.
template <typename Row, typename BothOf, typename Make>
void TellList(const std::string& title, std::vector<TextTable::Column> columns, const std::vector<Row>& rows,
              size_t limit, const ComparisonValues& values, BothOf both_of, Make make, Report& report) {
  if (rows.empty()) return;
  report.Title(title);
  const size_t shown = std::min(rows.size(), limit);
  std::vector<ComparedValues> both;
  uint64_t largest = 0;
  for (size_t k = 0; k < shown; ++k) {
    both.push_back(both_of(rows[k]));
    largest = std::max({largest, both[k].before, both[k].after});
  }
  const ComparisonValues in_columns = values.UpTo(largest);
  const auto cells = std::make_shared<std::vector<std::vector<std::string>>>();
  for (size_t k = 0; k < shown; ++k) cells->push_back(make(rows[k], both[k], in_columns));
  ReportTable table{.rows = shown, .hides_empty = true, .left_out = rows.size() - shown};
  for (size_t c = 0; c < columns.size(); ++c)
    table.Text(std::move(columns[c]), [cells, c](size_t row) { return (*cells)[row][c]; });
  report.Add(std::move(table));
}

// The cells of the columns before, after, difference and by share.
std::vector<std::string> ValueCells(const ComparedValues& both, const ComparisonValues& in_columns) {
  return {in_columns.Text(both.before), in_columns.Text(both.after),
          in_columns.Difference(both.before, both.after),
          in_columns.ShareDifferenceText(both.before, both.after)};
}

// The confidence interval of the difference: "+12 ms to +15 ms".
std::string IntervalText(const RunStatistics& runs, const ComparisonValues& values) {
  const auto text = [&](double difference) {
    return values.comparison.by_share
               ? fmt::format("{:+.2f} %", 100 * difference)
               : values.Difference(difference * static_cast<double>(values.metric.runs));
  };
  return fmt::format("{} to {}", text(runs.shift.low), text(runs.shift.high));
}

// Empty if it is unknown whether the source changed.
std::string SourceText(const Cct& tree, FrameId frame) {
  const SourceChange change = tree.frames().source_change(frame);
  return change == SourceChange::kUnknown ? "" : std::string(WordOf(kSourceChangeWords, change));
}

}  // namespace

Report ComparisonLines(const ComparisonReport& found, std::optional<uint32_t> limit) {
  const TreeComparison& comparison = found.comparison;
  const Cct& tree = *comparison.tree;
  const ComparedMetric& metric = comparison.metrics.front();
  const ComparisonValues values{comparison, metric, {}};
  const size_t rows = limit.value_or(kDefaultRows);
  Report report;
  TellHead(found, values, report);
  if (found.explanation.total == 0) report.Line("\nNothing differs.");
  TellList(
      fmt::format("{} of all change lies here",
                  ShareText(found.explanation.covered, found.explanation.total)),
      {{"change"},
       {"before"},
       {"after"},
       {"difference"},
       {"by share"},
       {"", Align::kLeft},
       {"where", Align::kLeft}},
      found.explanation.parts, rows, values,
      [&](const ExplainedChange& part) { return ValuesOf(comparison, metric, part.context, part.is_self); },
      [&](const ExplainedChange& part, const ComparedValues& both, const ComparisonValues& in_columns) {
        std::vector<std::string> cells = ValueCells(both, in_columns);
        cells.insert(cells.begin(), ShareText(part.change, found.explanation.total));
        cells.insert(cells.end(), {NoiseWord(IsWithinNoise(comparison, metric, both)),
                                   WhereText(tree, part.context) + (part.is_self ? " (itself)" : "")});
        return cells;
      },
      report);
  const bool has_split = std::any_of(found.functions.begin(), found.functions.end(),
                                     [](const FunctionChange& one) { return one.split.has_value(); });
  const bool has_runs = !found.functions.empty() && found.functions.front().runs.has_value();
  std::vector<TextTable::Column> columns{{"before"}, {"after"}, {"difference"}, {"by share"}};
  if (has_runs) columns.push_back({"95 % interval"});
  if (has_split) columns.insert(columns.end(), {{"by calls"}, {"by cost a call"}});
  const bool has_source = !tree.frames().columns().source_change.empty();
  if (has_source) columns.push_back({"source", Align::kLeft});
  columns.insert(columns.end(), {{"", Align::kLeft}, {"function", Align::kLeft}});
  TellList(
      fmt::format("Functions whose own cost differs: {}", CountText(found.functions.size())),
      std::move(columns), found.functions, rows, values, [](const FunctionChange& one) { return one.self; },
      [&](const FunctionChange& one, const ComparedValues& both, const ComparisonValues& in_columns) {
        std::vector<std::string> cells = ValueCells(both, in_columns);
        if (has_runs) cells.push_back(IntervalText(*one.runs, in_columns));
        if (has_split) {
          const CostSplit split = one.split.value_or(CostSplit{});
          cells.insert(cells.end(),
                       {in_columns.Difference(split.more_calls), in_columns.Difference(split.cost_a_call)});
        }
        if (has_source) cells.push_back(SourceText(tree, one.frame));
        std::string name = FunctionText(tree, one.frame);
        if (one.shares_name) name = WithTellingPlace(std::move(name), tree.frames()[one.frame], true);
        cells.insert(cells.end(),
                     {one.stands_out.value_or(false) ? "stands out" : NoiseWord(one.is_within_noise), name});
        return cells;
      },
      report);
  const auto tell_contexts = [&](std::string_view title, std::vector<ContextId> contexts) {
    const size_t all = contexts.size();
    std::erase_if(contexts, [&](ContextId context) {
      return IsWithinNoise(comparison, metric, ValuesOf(comparison, metric, context, false));
    });
    const size_t within_noise = all - contexts.size();
    if (contexts.empty() && within_noise > 0)
      report.Line("\n{}: {}, all within noise", title, CountedText(all, "place"));
    TellList(
        fmt::format(
            "{}: {}{}", title, CountedText(all, "place"),
            within_noise == 0 ? "" : fmt::format(", {} of them within noise", CountText(within_noise))),
        {{"before"}, {"after"}, {"difference"}, {"by share"}, {"where", Align::kLeft}}, contexts, rows,
        values, [&](ContextId context) { return ValuesOf(comparison, metric, context, false); },
        [&](ContextId context, const ComparedValues& both, const ComparisonValues& in_columns) {
          std::vector<std::string> cells = ValueCells(both, in_columns);
          cells.push_back(WhereText(tree, context));
          return cells;
        },
        report);
  };
  tell_contexts("New", found.fresh);
  tell_contexts("Gone", found.gone);
  tell_contexts("Wrappers, through which the other side's cost passes", found.wrappers);
  TellList(
      fmt::format("Renamed? {}: lines 'rename: OLD => NEW' of --rules accept, 'no-rename: OLD => NEW' refuse",
                  CountedText(found.renames.size(), "pair")),
      {{"sure"}, {"recovers"}, {"places"}, {"before"}, {"after"}, {"function", Align::kLeft}}, found.renames,
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
      report);
  return report;
}

namespace {

// Adds the first rows of a list for JSON. Each is made when it is written, as there may be very many.
template <typename Row, typename Make>
void AddList(std::string key, const std::vector<Row>& rows, size_t limit, Make make, Report& report) {
  ReportTable list{.key = std::move(key), .rows = std::min(rows.size(), limit)};
  list.object = [&rows, make](size_t k) { return make(rows[k]); };
  report.Add(std::move(list));
}

// Adds the statistics of the runs, as values of one run or as shares.
void AddRuns(const TreeComparison& comparison, const ComparedMetric& metric, const RunStatistics& runs,
             ReportValue::Object& members) {
  const double scale = comparison.by_share ? 1.0 : static_cast<double>(metric.metric.scale);
  members.push_back({"median_before", runs.median_before / scale});
  members.push_back({"median_after", runs.median_after / scale});
  members.push_back({"shift", ReportValue::Object{{"median", runs.shift.median / scale},
                                                  {"low", runs.shift.low / scale},
                                                  {"high", runs.shift.high / scale}}});
}

ReportValue::Object FunctionChangeValue(const ComparisonValues& values, const FunctionChange& one) {
  const FrameTable& frames = values.comparison.tree->frames();
  const SourceChange source = frames.source_change(one.frame);
  ReportValue::Object members{{"function", FunctionValue(*values.comparison.tree, one.frame)}};
  values.AddBoth(one.self.before, one.self.after, members);
  members.push_back({"within_noise", one.is_within_noise});
  if (source != SourceChange::kUnknown) members.push_back({"source", WordOf(kSourceChangeWords, source)});
  members.push_back({"stands_out", one.stands_out});
  members.push_back({"modified_z", one.score});
  members.push_back({"probability", one.probability});
  if (one.runs) AddRuns(values.comparison, values.metric, *one.runs, members);
  if (one.split) {
    members.push_back({"by_calls", values.Value(one.split->more_calls)});
    members.push_back({"by_cost_a_call", values.Value(one.split->cost_a_call)});
  }
  return members;
}

}  // namespace

Report ComparisonFields(const ComparisonReport& found, std::optional<uint32_t> limit) {
  const TreeComparison& comparison = found.comparison;
  const Cct& tree = *comparison.tree;
  const ComparedMetric& metric = comparison.metrics.front();
  const ComparisonValues values{comparison, metric, {}};
  const size_t rows = limit.value_or(UINT32_MAX);
  const auto change = [&](uint64_t raw) { return ExactDecimal{raw, metric.change_scale}; };
  ReportValue::Array executions, metrics;
  for (size_t e = 0; e < comparison.executions().size(); ++e) {
    ReportValue::Object execution = ExecutionValue(comparison.executions()[e], true);
    execution.push_back({"total", ExactDecimal{tree.Total(metric.run[e]), metric.metric.scale}});
    executions.emplace_back(std::move(execution));
  }
  for (const ComparedMetric& one : comparison.metrics) {
    ReportValue::Object members{{"name", one.metric.name}, {"unit", one.metric.unit}};
    ComparisonValues{comparison, one, {}}.AddBoth(comparison.Total(one, Side::kBefore),
                                                  comparison.Total(one, Side::kAfter), members);
    members.push_back({"change", ExactDecimal{tree.Total(one.change), one.change_scale}});
    members.push_back({"noise", NoiseText(comparison, one)});
    metrics.emplace_back(std::move(members));
  }
  ReportValue::Object contexts;
  for (const auto& [word, kind] : kContextKindWords)
    contexts.push_back({std::string(word), CountOf(comparison, kind)});
  const auto add_context = [&comparison, &metric, &tree, values](ContextId context, bool is_self,
                                                                 ReportValue::Object& members) {
    const ComparedValues both = ValuesOf(comparison, metric, context, is_self);
    members.push_back({"path", PathValue(tree, context)});
    values.AddBoth(both.before, both.after, members);
    members.push_back({"within_noise", IsWithinNoise(comparison, metric, both)});
  };
  ReportValue::Array parts;
  for (size_t k = 0; k < std::min(found.explanation.parts.size(), rows); ++k) {
    const ExplainedChange& part = found.explanation.parts[k];
    ReportValue::Object members{{"change", change(part.change)}, {"itself", part.is_self}};
    add_context(part.context, part.is_self, members);
    parts.emplace_back(std::move(members));
  }
  const auto of_context = [&comparison, add_context](ContextId context) {
    ReportValue::Object members{{"kind", WordOf(kContextKindWords, comparison.kinds[context])}};
    add_context(context, false, members);
    return members;
  };
  const auto of_rename = [&comparison, &metric, &tree, values](const RenameCandidate& one) {
    ReportValue::Object members{{"gone", FunctionValue(tree, one.gone)},
                                {"new", FunctionValue(tree, one.fresh)},
                                {"confidence", one.confidence()},
                                {"same_base_name", one.has_base_name},
                                {"similarity", one.similarity},
                                {"recovers", RecoveredShare(comparison, metric, one)},
                                {"places", one.places}};
    values.AddBoth(one.before, one.after, members);
    return members;
  };
  Report report;
  report.Field("executions", std::move(executions));
  report.Field("looks_swapped", found.looks_swapped);
  report.Field("by_share", comparison.by_share);
  report.Field("metrics", std::move(metrics));
  report.Field("notes", ReportValue::Array(comparison.notes.begin(), comparison.notes.end()));
  report.Field("contexts", std::move(contexts));
  report.Field("rules", RulesValue(comparison.rules));
  report.Field("explanation", ReportValue::Object{{"change", change(found.explanation.total)},
                                                  {"covered", change(found.explanation.covered)},
                                                  {"parts", std::move(parts)}});
  const auto of_function = [values](const FunctionChange& one) { return FunctionChangeValue(values, one); };
  AddList("functions", found.functions, rows, of_function, report);
  AddList("new", found.fresh, rows, of_context, report);
  AddList("gone", found.gone, rows, of_context, report);
  AddList("wrappers", found.wrappers, rows, of_context, report);
  AddList("renamed", found.renames, rows, of_rename, report);
  return report;
}

}  // namespace ringscope
