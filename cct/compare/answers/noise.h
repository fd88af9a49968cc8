#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "cct/compare/tree_comparison.h"

namespace ringscope {

// The least number of runs a side for the Mann-Whitney test, and the limit of its probability of chance.
inline constexpr size_t kRunsForTest = 4;
inline constexpr double kSignificance = 0.05;

// One quantity of a context or a function, on both sides.
struct ComparedValues {
  uint64_t before = 0, after = 0;  // in the columns of the sides
  std::vector<double> run;         // per execution; empty unless the metric's noise is kRuns
};

// The values of the runs of both sides, or their shares of the totals if the comparison is by share.
struct RunsOfSides {
  std::vector<double> all;  // the runs before, then those after; the spans borrow from it
  size_t before_count = 0;
  [[nodiscard]] std::span<const double> before() const { return std::span(all).first(before_count); }
  [[nodiscard]] std::span<const double> after() const { return std::span(all).subspan(before_count); }
  // Whether there are enough runs for the Mann-Whitney test.
  [[nodiscard]] bool has_test() const;
};
// The metric's noise has to be kRuns.
[[nodiscard]] RunsOfSides RunsOf(const TreeComparison& comparison, const ComparedMetric& metric,
                                 const ComparedValues& values);

// The difference between numbers of samples, or between their shares of the totals if the comparison is by
// share, divided by its standard deviation. The metric's noise has to be kSamples.
[[nodiscard]] double SampleDeviations(const TreeComparison& comparison, const ComparedMetric& metric,
                                      const ComparedValues& values);

// Whether chance can explain how far the runs of both sides are apart: by the Mann-Whitney test, or, if a
// side has fewer than kRunsForTest, by whether their ranges overlap. Each side has at least one run.
[[nodiscard]] bool AreRunsWithinNoise(std::span<const double> before, std::span<const double> after);

// Whether chance can explain the difference (of shares of the totals if the comparison is by share).
// kSamples: |a - b| <= 2 sqrt(a + b). kRuns: by AreRunsWithinNoise(). kNone and kUnknown: only if a == b.
[[nodiscard]] bool IsWithinNoise(const TreeComparison& comparison, const ComparedMetric& metric,
                                 const ComparedValues& values);

}  // namespace ringscope
