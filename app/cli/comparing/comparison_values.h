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
// what is written is what one run costs.
struct ComparisonValues {
  const TreeComparison& comparison;
  const ComparedMetric& metric;
  std::optional<ValueColumn> column;  // as which text is written; nothing: each value in a unit of its own

  // For values in a column, none beyond `largest`.
  [[nodiscard]] ComparisonValues UpTo(uint64_t largest) const;

  [[nodiscard]] std::string Text(uint64_t raw) const;
  // "+12 ms", "-3", "0".
  [[nodiscard]] std::string Difference(uint64_t before, uint64_t after) const;
  [[nodiscard]] std::string Difference(double raw) const;
  // The difference of shares of the totals, in percent of these: "+1.23 %".
  [[nodiscard]] std::string ShareDifferenceText(uint64_t before, uint64_t after) const;

  // Means of whole numbers have hundredths: by how much a mean is finer than the metric's own scale. The mean
  // of the runs, rounded to that, and its text.
  [[nodiscard]] uint64_t MeanScale() const;
  [[nodiscard]] uint64_t OfOneRun(uint64_t raw) const;
  [[nodiscard]] std::string TextOfOneRun(uint64_t mean) const;

  // For JSON.
  [[nodiscard]] ReportValue Value(uint64_t raw) const;
  [[nodiscard]] ReportValue Value(double raw) const;
  // Adds before, after, difference and by_share.
  void AddBoth(uint64_t before, uint64_t after, ReportValue::Object& members) const;
};

// "+12.3 %" of what it was, "0 %", or "new".
template <typename Value>
[[nodiscard]] std::string RelativeText(Value before, Value after) {
  if (before == after) return "0 %";
  if (before == 0) return "new";
  const double percent = 100 * (static_cast<double>(after) / static_cast<double>(before) - 1);
  return fmt::format("{:+.{}f} %", percent, std::abs(percent) < 100 ? 1 : 0);
}

// The call path of a context for people: "main;parse;read", of a long one its end, "...;parse;read".
[[nodiscard]] std::string WhereText(const Cct& tree, ContextId context);
// "parse [libxml]".
[[nodiscard]] std::string FunctionText(const Cct& tree, FrameId frame);
// Its name and module.
[[nodiscard]] ReportValue FunctionValue(const Cct& tree, FrameId frame);
// How many frames the rules changed: a line for each rule that changed any, and for JSON all of them.
void TellRules(const std::vector<RuleUse>& rules, Report& report);
[[nodiscard]] ReportValue RulesValue(const std::vector<RuleUse>& rules);
// What a metric's noise is, without a full stop.
[[nodiscard]] std::string NoiseText(const TreeComparison& comparison, const ComparedMetric& metric);
// Without the synthetic root, which is no context of the profile.
[[nodiscard]] uint64_t CountOf(const TreeComparison& comparison, ContextKind kind);

// All that `compare` tells, in the first metric of the comparison.
struct ComparisonReport {
  const TreeComparison& comparison;
  bool looks_swapped = false;  // each execution after is older than each before
  Explanation explanation;
  std::vector<FunctionChange> functions;
  std::vector<ContextId> fresh, gone, wrappers;
  std::vector<RenameCandidate> renames;
};

// `limit`: rows of each list; nothing: the first ten as text, all as JSON.
[[nodiscard]] Report ComparisonLines(const ComparisonReport& found, std::optional<uint32_t> limit);
[[nodiscard]] Report ComparisonFields(const ComparisonReport& found, std::optional<uint32_t> limit);

}  // namespace ringscope
