#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace ringscope {

// Several values of one quantity on both sides, such as the cost of a function in each run.
struct TwoSides {
  std::span<const double> before, after;
};

// Per quantity, the two-sided probability of means this far apart by chance: the moderated t-test (Smyth,
// "Linear models and empirical Bayes methods for assessing differential expression", 2004). A few runs say
// little about how much one quantity varies; many quantities together say how much they all vary. The test
// judges each quantity by both variances, weighted by how alike the quantities are. So 3 values a side are
// enough where a test of each quantity alone would find nothing. Variances are relative to the mean of all
// values of a quantity, and may fall or rise with it.
//
// The result is 1 for a quantity whose values are all equal, and for every quantity if both sides together
// have fewer than 3 values. If fewer than kQuantitiesForPrior quantities vary, the test judges each by its
// own variance alone, which is Student's test. Each side has at least one value, all values are finite and
// not negative, and all quantities have the same numbers of values. O(values).
[[nodiscard]] std::vector<double> ModeratedProbabilities(std::span<const TwoSides> quantities);

inline constexpr size_t kQuantitiesForPrior = 8;

// The derivatives of the logarithm of the gamma function: the first (digamma), second (trigamma) and third
// (tetragamma). x > 0; 13 digits and more.
[[nodiscard]] double Digamma(double x);
[[nodiscard]] double Trigamma(double x);
[[nodiscard]] double Tetragamma(double x);

// The regularised incomplete beta function I_x(a, b): the distribution function of Beta(a, b). a, b > 0, and
// 0 <= x <= 1; 12 digits for a and b below a thousand, fewer beyond.
[[nodiscard]] double IncompleteBeta(double a, double b, double x);

}  // namespace ringscope
