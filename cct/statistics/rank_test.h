#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace ringscope {

// Twice the rank of each value; ranks begin at 1. Tied values share the mean of their ranks, which may be a
// half: doubled, it is an integer. O(n log n).
[[nodiscard]] std::vector<uint32_t> DoubledRanks(std::span<const double> values);

// The two-sided probability of values this far apart by chance, if both sides had one distribution: the
// Mann-Whitney test, exact for at most 20 values, ties included; by the normal distribution beyond. Both
// spans have at least one value.
[[nodiscard]] double MannWhitneyProbability(std::span<const double> before, std::span<const double> after);

// By how much more `after` is than `before`: the median of all differences between a value of each (Hodges
// and Lehmann), and its confidence interval of at least 95 %, by the Mann-Whitney test. If there are too few
// values for that, such as 3 and 4, it is the widest possible interval, whose confidence is lower.
struct Shift {
  double median = 0;
  double low = 0, high = 0;
};
// Both spans have at least one value. O(n log n) of n differences.
[[nodiscard]] Shift ShiftBetween(std::span<const double> before, std::span<const double> after);

// Per test, whether it found something: of all tests that did, an expected share of at most `rate` is chance
// (Benjamini and Hochberg's procedure). `probabilities`: per test, the probability of its result by chance.
// O(tests log tests).
[[nodiscard]] std::vector<bool> Discoveries(std::span<const double> probabilities, double rate);

}  // namespace ringscope
