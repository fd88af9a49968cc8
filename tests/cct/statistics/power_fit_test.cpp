#include "cct/statistics/growth_fits.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace ringscope::power_fit_test {
namespace {

struct Data {
  std::vector<double> x, y;
};

// Sizes from 1 to 1,000 whose costs have `noise` of their own size, of a normal distribution.
Data Points(double a, double b, double c, double noise, uint32_t seed, size_t count = 60) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  Data data;
  for (size_t i = 0; i < count; ++i) {
    const double x = std::round(std::pow(1'000.0, static_cast<double>(i + 1) / static_cast<double>(count)));
    data.x.push_back(x);
    data.y.push_back((a + b * std::pow(x, c)) * (1 + noise * normal(random)));
  }
  return data;
}

TEST(PowerFitTest, FindsExactLaws) {
  for (const double c : {0.5, 0.79, 1.0, 1.31, 2.0, 2.086, 3.0}) {
    const Data data = Points(1'000, 0.2, c, 0, 1);
    const auto fit = FitPower(data.x, data.y);
    ASSERT_TRUE(fit) << c;
    EXPECT_NEAR(fit->c, c, 1e-4);
    EXPECT_NEAR(fit->b / 0.2, 1, 1e-3);
    EXPECT_NEAR(fit->a / 1'000, 1, 1e-3);
    EXPECT_GT(fit->r_squared, 0.999999);
  }
}

TEST(PowerFitTest, ExponentsOfNoisyPointsAreWithinTwoHundredths) {
  for (const double c : {1.0, 1.5, 2.0, 2.086, 3.0}) {
    for (uint32_t seed = 0; seed < 20; ++seed) {
      const Data data = Points(100, 0.2, c, 0.005, seed, 200);
      const auto fit = FitPower(data.x, data.y);
      ASSERT_TRUE(fit);
      EXPECT_NEAR(fit->c, c, 0.02) << "seed " << seed;
      // The truth lies where the fit says: five standard errors are never passed in a hundred fits.
      EXPECT_LT(std::abs(fit->c - c), 5 * fit->c_error + 1e-9);
      // So does what it says of sizes that were not seen.
      const double truth = 100 + 0.2 * std::pow(5'000, c);
      EXPECT_LT(std::abs(fit->At(5'000) - truth), 5 * fit->ErrorAt(5'000) + 1e-9 * truth);
      EXPECT_LT(fit->ErrorAt(5'000), 0.1 * truth) << "nor is it said of everything";
    }
  }
}

TEST(PowerFitTest, CostsOfMillionsAreNoHarder) {
  const Data data = Points(-26'276.044, 199.0, 2.086, 0, 1);
  const auto fit = FitPower(data.x, data.y);
  ASSERT_TRUE(fit);
  EXPECT_NEAR(fit->c, 2.086, 1e-4);
  EXPECT_NEAR(fit->At(500), -26'276.044 + 199.0 * std::pow(500, 2.086), 1e3);
}

TEST(PowerFitTest, SizeZeroCountsAsOne) {
  const std::vector<double> x{0, 2, 3, 4, 5}, y{1, 4, 9, 16, 25};
  const auto fit = FitPower(x, y);
  ASSERT_TRUE(fit);
  EXPECT_NEAR(fit->c, 2, 1e-3);
  EXPECT_NEAR(fit->At(0), 1, 1e-3);
}

TEST(PowerFitTest, SaysNothingWhereNothingCanBeTold) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(FitPower({}, {}));
  EXPECT_FALSE(FitPower(std::vector<double>{1, 2, 3}, std::vector<double>{1, 2, 3}));
  EXPECT_FALSE(FitPower(std::vector<double>{7, 7, 7, 7, 7}, std::vector<double>{1, 2, 3, 4, 5}));
  EXPECT_FALSE(FitPower(std::vector<double>{1, 2, 3, 4, 5}, std::vector<double>{4, 4, 4, 4, 4}));
  EXPECT_FALSE(FitPower(std::vector<double>{1, 2, 3, 4, 5}, std::vector<double>{4, 4, nan, 4, 5}));
  EXPECT_FALSE(FitPower(std::vector<double>{1, 2, 3, 4, -5}, std::vector<double>{4, 4, 3, 4, 5}));
}

TEST(PowerFitTest, HugeNumbersStayFinite) {
  std::vector<double> x, y;
  for (int i = 1; i <= 20; ++i) {
    x.push_back(9.2e18 / 20 * i);
    y.push_back(9.2e18 / 400 * i * i);
  }
  const auto fit = FitPower(x, y);
  ASSERT_TRUE(fit);
  EXPECT_NEAR(fit->c, 2, 1e-3);
}

}  // namespace
}  // namespace ringscope::power_fit_test
