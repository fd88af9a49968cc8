#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cct/compare/tree_comparison.h"

namespace ringscope {

// From how many runs a side on the Mann-Whitney test is used, and below which probability its answer counts.
inline constexpr size_t kRunsForTest = 4;
inline constexpr double kSignificance = 0.05;

// The two-sided probability of values as far apart as these by chance, if both sides were alike: the
// Mann-Whitney test, exact for at most 20 values, ties included; by the normal distribution beyond. Both have
// at least one value.
[[nodiscard]] double MannWhitneyProbability(std::span<const double> before, std::span<const double> after);

// One quantity of both sides: of a context or a function.
struct ComparedValues {
  uint64_t before = 0, after = 0;  // in columns of the sides
  std::vector<double> run;         // per execution; only where the metric's noise is kRuns
};

// Whether the difference is no larger than chance makes it, by share of the totals where the comparison is by
// share: samples by |a - b| <= 2 sqrt(a + b); runs by the test, or, where there are fewer than kRunsForTest
// on a side, by whether their ranges overlap. Equal values are; other differences of exact and of unknown
// metrics are not.
[[nodiscard]] bool IsWithinNoise(const TreeComparison& comparison, const ComparedMetric& metric,
                                 const ComparedValues& values);

}  // namespace ringscope
