#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace ringscope {

// Twice the rank of each value, from 1, ties in the middle of their ranks, so that it is whole. O(n log n).
[[nodiscard]] std::vector<uint32_t> DoubledRanks(std::span<const double> values);

// The two-sided probability of values as far apart as these by chance, if both sides were alike: the
// Mann-Whitney test, exact for at most 20 values, ties included; by the normal distribution beyond. Both have
// at least one value.
[[nodiscard]] double MannWhitneyProbability(std::span<const double> before, std::span<const double> after);

// By how much more `after` is than `before`: the median of all differences between a value of each (Hodges
// and Lehmann), and the interval that holds what it would be of many values with a probability of at least
// 95 %, by the Mann-Whitney test; of fewer than 4 and 4 values the widest there is, which holds it less
// often.
struct Shift {
  double median = 0;
  double low = 0, high = 0;
};
// Both have at least one value. O(n log n) of n differences.
[[nodiscard]] Shift ShiftBetween(std::span<const double> before, std::span<const double> after);

// Which of many tests found something, so that of all that did at most the share `rate` are expected to be
// chance: Benjamini and Hochberg's procedure. `probabilities` are those of chance, by test; so is the result.
// O(tests log tests).
[[nodiscard]] std::vector<bool> Discoveries(std::span<const double> probabilities, double rate);

}  // namespace ringscope
