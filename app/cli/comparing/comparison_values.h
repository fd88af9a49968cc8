#pragma once

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/report/report.h"
#include "cct/base/text/number_text.h"
#include "cct/compare/answers/explanation.h"
#include "cct/compare/answers/function_changes.h"
#include "cct/compare/matching/renames.h"
#include "cct/compare/tree_comparison.h"

namespace ringscope {

// Values of one metric of a comparison for people and for JSON. A column of a side is the sum of its runs;
// texts and JSON show the cost of one run.
struct ComparisonValues {
  const TreeComparison& comparison;
  const ComparedMetric& metric;
  std::optional<ValueColumn> column;  // the column of texts; std::nullopt: each value has its own unit

  // The same values for texts in one column; none is larger than `largest`.
  [[nodiscard]] ComparisonValues UpTo(uint64_t largest) const;

  [[nodiscard]] std::string Text(uint64_t raw) const;
  // "+12 ms", "-3", "0".
  [[nodiscard]] std::string Difference(uint64_t before, uint64_t after) const;
  [[nodiscard]] std::string Difference(double raw) const;
  // The difference of shares of the totals, in percent of these: "+1.23 %".
  [[nodiscard]] std::string ShareDifferenceText(uint64_t before, uint64_t after) const;

  // Means of whole numbers have hundredths. MeanScale(): by how much a mean is finer than the metric's own
  // scale. OfOneRun(): the mean of the runs, rounded to that; TextOfOneRun(): its text.
  [[nodiscard]] uint64_t MeanScale() const;
  [[nodiscard]] uint64_t OfOneRun(uint64_t raw) const;
  [[nodiscard]] std::string TextOfOneRun(uint64_t mean) const;

  // For JSON.
  [[nodiscard]] ReportValue Value(uint64_t raw) const;
  [[nodiscard]] ReportValue Value(double raw) const;
  // Adds before, after, difference and by_share.
  void AddBoth(uint64_t before, uint64_t after, ReportValue::Object& members) const;
};

// The change in percent of the value before, "+12.3 %"; "0 %", or "new".
template <typename Value>
[[nodiscard]] std::string RelativeText(Value before, Value after) {
  if (before == after) return "0 %";
  if (before == 0) return "new";
  const double percent = 100 * (static_cast<double>(after) / static_cast<double>(before) - 1);
  return fmt::format("{:+.{}f} %", percent, std::abs(percent) < 100 ? 1 : 0);
}

// The call path of a context for people: "main;parse;read"; of a long path the end, "...;parse;read".
[[nodiscard]] std::string WhereText(const Cct& tree, ContextId context);
// "parse [libxml]".
[[nodiscard]] std::string FunctionText(const Cct& tree, FrameId frame);
// The function's name and module.
[[nodiscard]] ReportValue FunctionValue(const Cct& tree, FrameId frame);
// Tells how many frames the rules changed: text has a line for each rule that changed any, JSON has all
// rules.
void TellRules(const std::vector<RuleUse>& rules, Report& report);
[[nodiscard]] ReportValue RulesValue(const std::vector<RuleUse>& rules);
// Describes the noise of a metric, without a full stop.
[[nodiscard]] std::string NoiseText(const TreeComparison& comparison, const ComparedMetric& metric);
// The contexts of a kind, without the synthetic root, which is no context of the profile.
[[nodiscard]] uint64_t CountOf(const TreeComparison& comparison, ContextKind kind);

// The answer of `compare`, in the first metric of the comparison.
struct ComparisonReport {
  const TreeComparison& comparison;
  bool looks_swapped = false;  // each execution after is older than each before
  Explanation explanation;
  std::vector<FunctionChange> functions;
  std::vector<ContextId> fresh, gone, wrappers;
  std::vector<RenameCandidate> renames;
};

// `limit`: rows of each list; std::nullopt: ten of them in ComparisonLines(), all in ComparisonFields().
[[nodiscard]] Report ComparisonLines(const ComparisonReport& found, std::optional<uint32_t> limit);
[[nodiscard]] Report ComparisonFields(const ComparisonReport& found, std::optional<uint32_t> limit);

}  // namespace ringscope
