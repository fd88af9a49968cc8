#include "cct/statistics/moderated_test.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace ringscope::special_functions_test {
namespace {

// Known values, and those that follow from them by f(x + 1).
TEST(SpecialFunctions, DerivativesOfTheGammaFunction) {
  constexpr double kEuler = std::numbers::egamma, kPi = std::numbers::pi, kZeta3 = 1.2020569031595942;
  double digamma = -kEuler, trigamma = kPi * kPi / 6, tetragamma = -2 * kZeta3;
  double digamma_half = -kEuler - 2 * std::numbers::ln2, trigamma_half = kPi * kPi / 2,
         tetragamma_half = -14 * kZeta3;
  for (double x = 1; x < 60; ++x) {
    EXPECT_NEAR(Digamma(x), digamma, 2e-14 * std::max(1.0, std::abs(digamma))) << x;
    EXPECT_NEAR(Trigamma(x) / trigamma, 1, 1e-12) << x;
    EXPECT_NEAR(Tetragamma(x) / tetragamma, 1, 1e-10) << x;
    EXPECT_NEAR(Digamma(x - 0.5), digamma_half, 2e-14 * std::max(1.0, std::abs(digamma_half))) << x;
    EXPECT_NEAR(Trigamma(x - 0.5) / trigamma_half, 1, 1e-12) << x;
    EXPECT_NEAR(Tetragamma(x - 0.5) / tetragamma_half, 1, 1e-10) << x;
    const double half = x - 0.5;
    digamma += 1 / x, trigamma -= 1 / (x * x), tetragamma += 2 / (x * x * x);
    digamma_half += 1 / half, trigamma_half -= 1 / (half * half), tetragamma_half += 2 / (half * half * half);
  }
}

// I_x(a, b) of whole numbers: the chance of at least a successes in a + b - 1 trials.
double SumOfBinomials(int a, int b, double x) {
  const int trials = a + b - 1;
  double sum = 0;
  for (int k = a; k <= trials; ++k)
    sum += std::exp(std::lgamma(trials + 1) - std::lgamma(k + 1) - std::lgamma(trials - k + 1) +
                    k * std::log(x) + (trials - k) * std::log1p(-x));
  return sum;
}

TEST(SpecialFunctions, IncompleteBeta) {
  for (const double x : {0.001, 0.1, 0.25, 0.5, 0.7, 0.95, 0.9999}) {
    EXPECT_NEAR(IncompleteBeta(0.5, 0.5, x), 2 / std::numbers::pi * std::asin(std::sqrt(x)), 1e-13) << x;
    for (const double a : {0.5, 1.0, 3.0, 40.0}) {
      EXPECT_NEAR(IncompleteBeta(a, 1, x) / std::pow(x, a), 1, 1e-12) << a << " " << x;
      EXPECT_NEAR(IncompleteBeta(1, a, x), -std::expm1(a * std::log1p(-x)), 1e-13) << a << " " << x;
    }
    for (const int a : {1, 2, 7, 30})
      for (const int b : {1, 2, 5, 60})
        EXPECT_NEAR(IncompleteBeta(a, b, x), SumOfBinomials(a, b, x), 1e-12) << a << " " << b << " " << x;
  }
  EXPECT_EQ(IncompleteBeta(3, 4, 0), 0);
  EXPECT_EQ(IncompleteBeta(3, 4, 1), 1);
  // Student's distribution of so many degrees of freedom is nearly a normal one.
  EXPECT_NEAR(IncompleteBeta(2e5, 0.5, 4e5 / (4e5 + 1.96 * 1.96)), std::erfc(1.96 / std::numbers::sqrt2),
              1e-6);
}

}  // namespace
}  // namespace ringscope::special_functions_test
