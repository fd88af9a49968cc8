#include "app/cli/comparing/comparison_values.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/core/display_text.h"
#include "cct/base/text/unit_names.h"
#include "cct/compare/answers/noise.h"
#include "cct/names/shown_name.h"

namespace ringscope {

ComparisonValues ComparisonValues::UpTo(uint64_t largest) const {
  // Texts of a count have no unit: the totals name it once.
  const Dimension dimension = UnitOfMetric(metric.metric.unit).dimension;
  const bool counts = dimension != Dimension::kTime && dimension != Dimension::kBytes;
  const std::string_view unit = counts ? std::string_view() : metric.metric.unit;
  return {comparison, metric, ValueColumn(OfOneRun(largest), unit, metric.metric.scale * MeanScale())};
}

uint64_t ComparisonValues::MeanScale() const {
  constexpr uint64_t kHundredths = 100;
  constexpr uint64_t kMost = 10'000'000'000'000'000;
  const uint64_t largest =
      std::max(comparison.Total(metric, Side::kBefore), comparison.Total(metric, Side::kAfter)) / metric.runs;
  const bool is_whole =
      metric.metric.scale == 1 && !ReadableUnitOf(0, metric.metric.unit, metric.metric.scale).is_stepped;
  return metric.runs > 1 && is_whole && largest < kMost ? kHundredths : 1;
}

uint64_t ComparisonValues::OfOneRun(uint64_t raw) const {
  const uint64_t scale = MeanScale(), rest = raw % metric.runs;
  return raw / metric.runs * scale + (rest * scale + metric.runs / 2) / metric.runs;
}

std::string ComparisonValues::TextOfOneRun(uint64_t mean) const {
  return column ? column->Text(mean) : ValueText(mean, metric.metric.unit, metric.metric.scale * MeanScale());
}

std::string ComparisonValues::Text(uint64_t raw) const { return TextOfOneRun(OfOneRun(raw)); }

std::string ComparisonValues::Difference(uint64_t before, uint64_t after) const {
  // The difference of the rounded means that are shown: it and one of them add up to the other.
  const uint64_t from = OfOneRun(before), to = OfOneRun(after);
  if (from == to) return TextOfOneRun(0);
  return from < to ? "+" + TextOfOneRun(to - from) : "-" + TextOfOneRun(from - to);
}

std::string ComparisonValues::Difference(double raw) const {
  const auto size = static_cast<uint64_t>(std::llround(std::min(std::abs(raw), 9e18)));
  return size == 0 ? Text(0) : (raw > 0 ? "+" : "-") + Text(size);
}

std::string ComparisonValues::ShareDifferenceText(uint64_t before, uint64_t after) const {
  const double percent = 100 * ShareDifference(comparison, metric, before, after);
  return std::abs(percent) < 0.005 ? "0 %" : fmt::format("{:+.2f} %", percent);
}

ReportValue ComparisonValues::Value(uint64_t raw) const {
  if (metric.runs == 1) return ExactDecimal{raw, metric.metric.scale};
  return Value(static_cast<double>(raw));
}

ReportValue ComparisonValues::Value(double raw) const {
  return raw / static_cast<double>(metric.runs) / static_cast<double>(metric.metric.scale);
}

void ComparisonValues::AddBoth(uint64_t before, uint64_t after, ReportValue::Object& members) const {
  const double difference =
      before <= after ? static_cast<double>(after - before) : -static_cast<double>(before - after);
  members.push_back({"before", Value(before)});
  members.push_back({"after", Value(after)});
  members.push_back({"difference", Value(difference)});
  members.push_back({"by_share", ShareDifference(comparison, metric, before, after)});
}

std::string WhereText(const Cct& tree, ContextId context) {
  constexpr size_t kMaxBytes = 160;
  if (context == kRootContext) return "(the whole profile)";
  std::string text;
  for (; context != kRootContext && context != kNoContext; context = tree.ParentOf(context)) {
    const std::string name = DisplayText(NameOrUnknown(tree.FrameAt(context).name));
    if (!text.empty() && text.size() + name.size() > kMaxBytes) return "...;" + text;
    text = text.empty() ? name : name + ";" + text;
  }
  return text;
}

std::string FunctionText(const Cct& tree, FrameId frame) {
  const Frame function = tree.frames()[frame];
  const std::string name = DisplayText(NameOrUnknown(function.name));
  return function.module.empty() ? name : fmt::format("{} [{}]", name, DisplayText(function.module));
}

ReportValue FunctionValue(const Cct& tree, FrameId frame) {
  const Frame function = tree.frames()[frame];
  return ReportValue::Object{{"name", NameOrUnknown(function.name)}, {"module", function.module}};
}

void TellRules(const std::vector<RuleUse>& rules, Report& report) {
  for (const RuleUse& use : rules) {
    if (use.frames == 0) continue;
    report.Line("{} by the rule {}{} => {}", CountedText(use.frames, "frame changed", "frames changed"),
                use.rule.of_module ? "mod: " : "", DisplayText(use.rule.pattern),
                DisplayText(use.rule.replacement));
  }
}

ReportValue RulesValue(const std::vector<RuleUse>& rules) {
  ReportValue::Array values;
  for (const RuleUse& use : rules) {
    values.push_back(ReportValue::Object{{"pattern", use.rule.pattern},
                                         {"replacement", use.rule.replacement},
                                         {"of_module", use.rule.of_module},
                                         {"frames", use.frames}});
  }
  return values;
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

uint64_t CountOf(const TreeComparison& comparison, ContextKind kind) {
  // From 1 on: the synthetic root is no context of the profile.
  return static_cast<uint64_t>(std::count(comparison.kinds.begin() + 1, comparison.kinds.end(), kind));
}

}  // namespace ringscope
