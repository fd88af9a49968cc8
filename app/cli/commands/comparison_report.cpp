#include "app/cli/commands/comparison_report.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>

#include "app/cli/text_table.h"
#include "app/cli/tree_info.h"
#include "app/core/display_text.h"
#include "app/documents/document.h"
#include "cct/base/number_text.h"
#include "cct/compare/noise.h"
#include "cct/names/unknown_name.h"

namespace ringscope {
namespace {

using Align = TextTable::Align;

constexpr uint32_t kDefaultRows = 10;

std::string_view SideText(Side side) { return side == Side::kBefore ? "before" : "after"; }

std::string DateText(int64_t seconds) {
  const auto time = static_cast<std::time_t>(seconds);
  std::tm parts{};
  if (gmtime_r(&time, &parts) == nullptr) return {};
  return fmt::format("{:%Y-%m-%d %H:%M} UTC", parts);
}

// What a column of a side holds is the sum of several runs; people read what one run costs.
struct Values {
  const TreeComparison& comparison;
  const ComparedMetric& metric;

  [[nodiscard]] std::string Text(uint64_t raw) const {
    return ValueText((raw + metric.runs / 2) / metric.runs, metric.metric.unit, metric.metric.scale);
  }
  [[nodiscard]] std::string Difference(uint64_t before, uint64_t after) const {
    if (before == after) return Text(0);
    return before < after ? "+" + Text(after - before) : "-" + Text(before - after);
  }
  [[nodiscard]] std::string Rounded(double raw) const {
    const auto size = static_cast<uint64_t>(std::llround(std::min(std::abs(raw), 9e18)));
    return size == 0 ? Text(0) : (raw > 0 ? "+" : "-") + Text(size);
  }
  // The change by share of the totals, in percent of these.
  [[nodiscard]] std::string ShareDifferenceText(uint64_t before, uint64_t after) const {
    const double percent = 100 * ShareDifference(comparison, metric, before, after);
    return std::abs(percent) < 0.005 ? "0 %" : fmt::format("{:+.2f} %", percent);
  }
  void Write(uint64_t raw, JsonWriter& json) const {
    if (metric.runs == 1)
      json.Decimal(raw, metric.metric.scale);
    else
      json.Number(static_cast<double>(raw) / static_cast<double>(metric.runs) /
                  static_cast<double>(metric.metric.scale));
  }
  void WriteRounded(double raw, JsonWriter& json) const {
    json.Number(raw / static_cast<double>(metric.runs) / static_cast<double>(metric.metric.scale));
  }
  // Both values and what differs.
  void WriteBoth(uint64_t before, uint64_t after, JsonWriter& json) const {
    json.Key("before");
    Write(before, json);
    json.Key("after");
    Write(after, json);
    json.Key("difference");
    WriteRounded(before < after ? static_cast<double>(after - before) : -static_cast<double>(before - after),
                 json);
    json.Key("by_share").Number(ShareDifference(comparison, metric, before, after));
  }
};

// "+12.3 %" of what it was.
std::string RelativeText(uint64_t before, uint64_t after) {
  if (before == after) return "0 %";
  if (before == 0) return "new";
  const double percent = 100 * (static_cast<double>(after) / static_cast<double>(before) - 1);
  return fmt::format("{:+.{}f} %", percent, std::abs(percent) < 100 ? 1 : 0);
}

std::string NoiseText(const TreeComparison& comparison, const ComparedMetric& metric) {
  switch (metric.noise) {
    case NoiseKind::kNone:
      return "exact counts, every difference is real";
    case NoiseKind::kUnknown:
      return "not known, as the profiles do not say how many samples the values are of";
    case NoiseKind::kSamples:
      return "samples, a difference of at most 2 sqrt(before + after) is within it";
    case NoiseKind::kRuns:
      break;
  }
  const size_t before = comparison.RunsOf(Side::kBefore), after = comparison.RunsOf(Side::kAfter);
  if (std::min(before, after) >= kRunsForTest) {
    return fmt::format("the Mann-Whitney test of {} and {} runs, p >= {} is within it", before, after,
                       kSignificance);
  }
  return fmt::format("runs whose ranges overlap are within it; from {0} + {0} runs on there is a test",
                     kRunsForTest);
}

std::string NoiseWord(bool is_within_noise) { return is_within_noise ? "noise" : ""; }

uint64_t CountOf(const TreeComparison& comparison, ContextKind kind) {
  // The synthetic root is no context of the profile.
  return static_cast<uint64_t>(std::count(comparison.kinds.begin() + 1, comparison.kinds.end(), kind));
}

void PrintHead(const ComparisonReport& report, const Values& values, Output& out) {
  const TreeComparison& comparison = report.comparison;
  for (size_t e = 0; e < comparison.executions.size(); ++e) {
    const ComparedFile& file = report.files[e];
    out.Print("{}: {}{}\n", SideText(comparison.executions[e].side),
              DisplayText(comparison.executions[e].name),
              file.date ? fmt::format(", {}", DateText(*file.date)) : "");
  }
  if (report.looks_swapped)
    out.Print("What is given as before is younger than what is given as after: are they swapped?\n");
  for (const ComparedMetric& metric : comparison.metrics) {
    const Values its{comparison, metric};
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
  for (const RuleUse& use : comparison.rules) {
    if (use.frames == 0) continue;
    out.Print("{} by the rule {}{} => {}\n", CountedText(use.frames, "frame changed", "frames changed"),
              use.rule.of_module ? "mod: " : "", DisplayText(use.rule.pattern),
              DisplayText(use.rule.replacement));
  }
}

// Prints the first rows of a list under a title and says how many there are more. `make` gives a row's cells.
template <typename Row, typename Make>
void PrintList(const std::string& title, std::vector<TextTable::Column> columns, const std::vector<Row>& rows,
               size_t limit, Make make, Output& out) {
  if (rows.empty()) return;
  out.Print("\n{}\n", title);
  TextTable table(std::move(columns));
  const size_t shown = std::min(rows.size(), limit);
  for (size_t k = 0; k < shown; ++k) table.AddRow(make(rows[k]));
  if (shown > 0) out.Write(table.Text());
  if (shown < rows.size()) out.Print("... {} more\n", CountText(rows.size() - shown));
}

std::string FunctionText(const Cct& tree, FrameId frame) {
  const Frame function = tree.frames()[frame];
  const std::string name = DisplayText(NameOrUnknown(function.name));
  return function.module.empty() ? name : fmt::format("{} [{}]", name, DisplayText(function.module));
}

std::string WhereText(const Cct& tree, ContextId context) {
  return context == kRootContext ? "(the whole profile)" : DisplayText(PathText(tree, context));
}

template <typename Row>
std::vector<Row> FirstOf(const std::vector<Row>& rows, size_t limit) {
  return {rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(std::min(rows.size(), limit))};
}

void WriteFunction(std::string_view key, const Cct& tree, FrameId frame, JsonWriter& json) {
  const Frame function = tree.frames()[frame];
  json.Key(key).BeginObject();
  json.Key("name").String(NameOrUnknown(function.name));
  json.Key("module").String(function.module);
  json.EndObject();
}

}  // namespace

void PrintComparison(const ComparisonReport& report, std::optional<uint32_t> limit, Output& out) {
  const TreeComparison& comparison = report.comparison;
  const Cct& tree = *comparison.tree;
  const ComparedMetric& metric = comparison.metrics.front();
  const Values values{comparison, metric};
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
      report.explanation.parts, rows,
      [&](const ExplainedChange& part) -> std::vector<std::string> {
        const ComparedValues both = ValuesOf(comparison, metric, part.context, part.is_self);
        return {ShareText(part.change, report.explanation.total),
                values.Text(both.before),
                values.Text(both.after),
                values.Difference(both.before, both.after),
                values.ShareDifferenceText(both.before, both.after),
                NoiseWord(IsWithinNoise(comparison, metric, both)),
                WhereText(tree, part.context) + (part.is_self ? " (itself)" : "")};
      },
      out);
  const bool has_split = std::any_of(report.functions.begin(), report.functions.end(),
                                     [](const FunctionChange& one) { return one.split.has_value(); });
  std::vector<TextTable::Column> columns{{"before"}, {"after"}, {"difference"}, {"by share"}};
  if (has_split) columns.insert(columns.end(), {{"by calls"}, {"by cost a call"}});
  columns.insert(columns.end(), {{"", Align::kLeft}, {"function", Align::kLeft}});
  PrintList(
      fmt::format("Functions whose own cost differs: {}", CountText(report.functions.size())),
      std::move(columns), report.functions, rows,
      [&](const FunctionChange& one) {
        std::vector<std::string> cells{values.Text(one.self.before), values.Text(one.self.after),
                                       values.Difference(one.self.before, one.self.after),
                                       values.ShareDifferenceText(one.self.before, one.self.after)};
        if (has_split) {
          const CostSplit split = one.split.value_or(CostSplit{});
          cells.insert(cells.end(), {values.Rounded(split.more_calls), values.Rounded(split.cost_a_call)});
        }
        cells.insert(cells.end(), {NoiseWord(one.is_within_noise), FunctionText(tree, one.frame)});
        return cells;
      },
      out);
  const auto print_contexts = [&](std::string_view title, const std::vector<ContextId>& contexts) {
    PrintList(
        fmt::format("{}: {}", title, CountedText(contexts.size(), "place")),
        {{"before"}, {"after"}, {"difference"}, {"by share"}, {"", Align::kLeft}, {"where", Align::kLeft}},
        contexts, rows,
        [&](ContextId context) -> std::vector<std::string> {
          const ComparedValues both = ValuesOf(comparison, metric, context, false);
          return {values.Text(both.before),
                  values.Text(both.after),
                  values.Difference(both.before, both.after),
                  values.ShareDifferenceText(both.before, both.after),
                  NoiseWord(IsWithinNoise(comparison, metric, both)),
                  WhereText(tree, context)};
        },
        out);
  };
  print_contexts("New", report.fresh);
  print_contexts("Gone", report.gone);
  print_contexts("Wrappers, through which the other side's cost passes", report.wrappers);
  PrintList(
      fmt::format("Renamed? {} whose callees are nearly the same",
                  CountedText(report.renames.size(), "pair")),
      {{"alike"}, {"places"}, {"before"}, {"after"}, {"function", Align::kLeft}}, report.renames, rows,
      [&](const RenameCandidate& one) -> std::vector<std::string> {
        return {fmt::format("{:.0f} %", 100 * one.similarity), CountText(one.places), values.Text(one.before),
                values.Text(one.after),
                fmt::format("{} -> {}", FunctionText(tree, one.gone), FunctionText(tree, one.fresh))};
      },
      out);
}

void WriteComparison(const ComparisonReport& report, std::optional<uint32_t> limit, Output& out) {
  const TreeComparison& comparison = report.comparison;
  const Cct& tree = *comparison.tree;
  const ComparedMetric& metric = comparison.metrics.front();
  const Values values{comparison, metric};
  const size_t rows = limit.value_or(UINT32_MAX);
  JsonWriter json = out.Json();
  json.BeginObject();
  json.Key("executions").BeginArray();
  for (size_t e = 0; e < comparison.executions.size(); ++e) {
    json.BeginObject();
    json.Key("side").String(SideText(comparison.executions[e].side));
    json.Key("name").String(comparison.executions[e].name);
    if (report.files[e].date) json.Key("date").String(DateText(*report.files[e].date));
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
    Values{comparison, one}.WriteBoth(comparison.Total(one, Side::kBefore),
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
  json.Key("rules").BeginArray();
  for (const RuleUse& use : comparison.rules) {
    json.BeginObject();
    json.Key("pattern").String(use.rule.pattern);
    json.Key("replacement").String(use.rule.replacement);
    json.Key("of_module").Bool(use.rule.of_module);
    json.Key("frames").Number(use.frames);
    json.EndObject();
  }
  json.EndArray();
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
    if (one.split) {
      json.Key("by_calls");
      values.WriteRounded(one.split->more_calls, json);
      json.Key("by_cost_a_call");
      values.WriteRounded(one.split->cost_a_call, json);
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
    json.Key("similarity").Number(one.similarity);
    json.Key("places").Number(uint64_t{one.places});
    values.WriteBoth(one.before, one.after, json);
    json.EndObject();
  }
  json.EndArray();
  json.EndObject().Finish();
}

}  // namespace ringscope
