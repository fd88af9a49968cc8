#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "cct/compare/tree_comparison.h"

namespace ringscope {

// From how many runs a side on the Mann-Whitney test is used, and below which probability its answer counts.
inline constexpr size_t kRunsForTest = 4;
inline constexpr double kSignificance = 0.05;

// One quantity of both sides: of a context or a function.
struct ComparedValues {
  uint64_t before = 0, after = 0;  // in columns of the sides
  std::vector<double> run;         // per execution; only where the metric's noise is kRuns
};

// The values of the runs of both sides, by share of their totals where the comparison is by share. Only where
// the metric's noise is kRuns; the spans are of `all`.
struct RunsOfSides {
  std::vector<double> all;
  size_t before_count = 0;
  [[nodiscard]] std::span<const double> before() const { return std::span(all).first(before_count); }
  [[nodiscard]] std::span<const double> after() const { return std::span(all).subspan(before_count); }
  // Whether they are enough for a test.
  [[nodiscard]] bool has_test() const;
};
[[nodiscard]] RunsOfSides RunsOf(const TreeComparison& comparison, const ComparedMetric& metric,
                                 const ComparedValues& values);

// What a difference between numbers of samples is, in what it would be by chance: standard deviations. By
// share of the totals where the comparison is by share. Only where the metric's noise is kSamples.
[[nodiscard]] double SampleDeviations(const TreeComparison& comparison, const ComparedMetric& metric,
                                      const ComparedValues& values);

// Whether runs of both sides are no further apart than chance makes them: by the Mann-Whitney test, or, where there
// are fewer than kRunsForTest on a side, by whether their ranges overlap. Each has at least one.
[[nodiscard]] bool AreRunsWithinNoise(std::span<const double> before, std::span<const double> after);

// Whether the difference is no larger than chance makes it, by share of the totals where the comparison is by
// share: samples by |a - b| <= 2 sqrt(a + b); runs as AreRunsWithinNoise() has it. Equal values are; other differences of exact and of unknown
// metrics are not.
[[nodiscard]] bool IsWithinNoise(const TreeComparison& comparison, const ComparedMetric& metric,
                                 const ComparedValues& values);

}  // namespace ringscope
