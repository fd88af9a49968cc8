#include "cct/statistics/rank_test.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace ringscope::rank_test_test {
namespace {

TEST(MannWhitney, KnownProbabilities) {
  const auto of = [](std::vector<double> a, std::vector<double> b) { return MannWhitneyProbability(a, b); };
  // 2 of the 20 and of the 70 ways to divide them are as far apart.
  EXPECT_NEAR(of({1, 2, 3}, {4, 5, 6}), 0.1, 1e-12);
  EXPECT_NEAR(of({1, 2, 3, 4}, {5, 6, 7, 8}), 2.0 / 70, 1e-12);
  EXPECT_NEAR(of({5, 6, 7, 8}, {1, 2, 3, 4}), 2.0 / 70, 1e-12);
  EXPECT_NEAR(of({1, 2, 3, 5}, {4, 6, 7, 8}), 4.0 / 70, 1e-12);
  EXPECT_EQ(of({1, 1, 1, 1}, {1, 1, 1, 1}), 1);
  EXPECT_EQ(of({0}, {1}), 1);
}

TEST(MannWhitney, ManyValuesGoByTheNormalDistribution) {
  std::vector<double> low, high, mixed_a, mixed_b;
  for (int k = 0; k < 30; ++k) {
    low.push_back(k);
    high.push_back(100 + k);
    (k % 2 == 0 ? mixed_a : mixed_b).push_back(k);
    (k % 2 == 0 ? mixed_b : mixed_a).push_back(k + 0.5);
  }
  EXPECT_LT(MannWhitneyProbability(low, high), 1e-9);
  EXPECT_GT(MannWhitneyProbability(mixed_a, mixed_b), 0.5);
  EXPECT_EQ(MannWhitneyProbability(std::vector<double>(20, 1.0), std::vector<double>(20, 1.0)), 1);
}

TEST(MannWhitney, ManyValuesAreCorrectedForBeingWhole) {
  // As R has it: wilcox.test(a, b, exact = FALSE, correct = TRUE).
  std::vector<double> a, b;
  for (int k = 0; k < 22; ++k) (k % 2 == 0 ? a : b).push_back(k);
  const auto moved = [&](double by) {
    std::vector<double> values = b;
    for (double& value : values) value += by;
    return values;
  };
  const auto below = [&](const std::vector<double>& others) {
    double count = 0;
    for (const double x : a) {
      for (const double y : others) count += y < x ? 1 : 0;
    }
    return count;
  };
  const double spread = std::sqrt(11.0 * 11 * 23 / 12);
  for (const double by : {0.5, 2.5, 4.5, 6.5, 8.5}) {
    const double distance = std::abs(below(moved(by)) - 60.5) - 0.5;
    EXPECT_NEAR(MannWhitneyProbability(a, moved(by)), std::erfc(distance / spread / std::sqrt(2.0)), 1e-12)
        << by;
  }
  EXPECT_EQ(MannWhitneyProbability(a, a), 1);
}

TEST(Shift, IntervalIsWithoutZeroWhereTheTestSaysSo) {
  // Two sizes of samples on the border of exact counting and beyond, without ties.
  std::mt19937_64 bits(1);
  const auto value = [&bits] { return static_cast<double>(bits() >> 11); };
  int outside = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    std::vector<double> before(5 + bits() % 12), after(9 + bits() % 8);
    for (double& one : before) one = value();
    for (double& one : after) one = value() + 0x1p51 * static_cast<double>(bits() % 3);
    const Shift shift = ShiftBetween(before, after);
    const bool is_without_zero = shift.low > 0 || shift.high < 0;
    outside += is_without_zero ? 1 : 0;
    ASSERT_EQ(is_without_zero, MannWhitneyProbability(before, after) < 0.05)
        << before.size() << " " << after.size() << " " << shift.low << " " << shift.high;
  }
  EXPECT_GT(outside, 100);
}

TEST(Shift, IsTheMedianOfAllDifferences) {
  const std::vector<double> before{10, 11, 12, 13}, after{30, 31, 32, 33};
  const Shift shift = ShiftBetween(before, after);
  EXPECT_EQ(shift.median, 20);
  // 4 and 4 values: all differences, of which the interval holds the shift with 1 - 2/70.
  EXPECT_EQ(shift.low, 17);
  EXPECT_EQ(shift.high, 23);
}

TEST(Shift, IntervalNarrowsWithMoreValues) {
  std::vector<double> before, after;
  for (int k = 0; k < 8; ++k) {
    before.push_back(k);
    after.push_back(k + 100);
  }
  // R: wilcox.test(100:107, 0:7, conf.int = TRUE): qwilcox(0.025, 8, 8) is 14, the 14th of 64 differences.
  const Shift eight = ShiftBetween(before, after);
  std::vector<double> differences;
  for (const double a : before) {
    for (const double b : after) differences.push_back(b - a);
  }
  std::sort(differences.begin(), differences.end());
  EXPECT_EQ(eight.low, differences[13]);
  EXPECT_EQ(eight.high, differences[64 - 14]);
  EXPECT_EQ(eight.median, 100);
}

TEST(Shift, OfSingleValuesIsTheirDifference) {
  const std::vector<double> before{3}, after{5};
  const Shift shift = ShiftBetween(before, after);
  EXPECT_EQ(shift.median, 2);
  EXPECT_EQ(shift.low, 2);
  EXPECT_EQ(shift.high, 2);
}

}  // namespace
}  // namespace ringscope::rank_test_test
