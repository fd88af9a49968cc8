#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace ringscope {

// Several values of one quantity on both sides, such as what a function costs
// in each run.
struct TwoSides {
  std::span<const double> before, after;
};

// The two-sided probabilities of means as far apart as these by chance, by
// quantity: the moderated t-test (Smyth, "Linear models and empirical Bayes
// methods for assessing differential expression", 2004). A few runs say little
// about how much one quantity varies; many quantities together say how much
// they all vary, and each is judged by both, weighted by how alike they are. So
// 3 and 3 values do where a test of each alone would find nothing. Variances
// are relative to the mean of all values of a quantity, and may fall or rise
// with it.
//
// 1 where all values are equal. With fewer than kQuantitiesForPrior quantities
// that vary each is judged by its own variance alone, which is Student's test;
// 1 everywhere without at least 3 values of both sides together. Each side has
// at least one value, all are finite and not negative, and the numbers of
// values are the same for all quantities. O(values).
[[nodiscard]] std::vector<double> ModeratedProbabilities(std::span<const TwoSides> quantities);

inline constexpr size_t kQuantitiesForPrior = 8;

// The derivatives of the logarithm of the gamma function: the first (digamma), second (trigamma) and third
// (tetragamma). x > 0; 13 digits and more.
[[nodiscard]] double Digamma(double x);
[[nodiscard]] double Trigamma(double x);
[[nodiscard]] double Tetragamma(double x);

// The regularised incomplete beta function I_x(a, b): the distribution of Beta(a, b). a, b > 0, and 0 <= x <=
// 1; 12 digits where a and b are below a thousand, fewer beyond.
[[nodiscard]] double IncompleteBeta(double a, double b, double x);

}  // namespace ringscope
