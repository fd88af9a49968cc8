#include "cct/statistics/growth_fits.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>
#include <vector>

namespace ringscope::growth_class_test {
namespace {

struct Law {
  GrowthClass growth;
  std::function<double(double)> cost;
  double largest;
};
const std::vector<Law>& Laws() {
  static const std::vector<Law> laws{
      {GrowthClass::kConstant, [](double) { return 50.0; }, 1'000},
      {GrowthClass::kLogarithmic, [](double n) { return 10 + 9 * std::log(n); }, 1'000},
      {GrowthClass::kLinear, [](double n) { return 10 + 3 * n; }, 1'000},
      {GrowthClass::kLinearithmic, [](double n) { return 10 + 3 * n * std::log(n); }, 100'000},
      {GrowthClass::kQuadratic, [](double n) { return 10 + 0.2 * n * n; }, 1'000},
      {GrowthClass::kCubic, [](double n) { return 10 + 0.01 * n * n * n; }, 1'000},
      {GrowthClass::kExponential, [](double n) { return 10 + std::exp2(n); }, 24}};
  return laws;
}

ClassFit Fit(const Law& law, double noise, uint32_t seed, size_t count = 40) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  std::vector<double> sizes, costs;
  for (size_t i = 1; i <= count; ++i) {
    const double n = law.largest * static_cast<double>(i) / static_cast<double>(count);
    sizes.push_back(n);
    costs.push_back(law.cost(n) * (1 + noise * normal(random)));
  }
  return BestGrowthClass(sizes, costs);
}

TEST(GrowthClassTest, FindsEachLaw) {
  for (const Law& law : Laws()) {
    const ClassFit fit = Fit(law, 0, 1);
    EXPECT_EQ(fit.growth, law.growth) << WordOf(kGrowthClassWords, law.growth);
    EXPECT_TRUE(fit.is_decided) << WordOf(kGrowthClassWords, law.growth);
    EXPECT_NEAR(fit.At(law.largest) / law.cost(law.largest), 1, 1e-6);
  }
}

// Where noise hides the class it may be the next one, but it then says so or means about the same.
TEST(GrowthClassTest, NoiseOfFivePercentRarelyMisleads) {
  size_t wrong = 0, all = 0;
  for (const Law& law : Laws()) {
    for (uint32_t seed = 0; seed < 50; ++seed) {
      const ClassFit fit = Fit(law, 0.05, seed);
      const double far = 10 * law.largest;
      const bool means_the_same = fit.At(far) < 2.5 * law.cost(far) && fit.At(far) > law.cost(far) / 2.5;
      ++all;
      wrong += fit.is_decided && !means_the_same && law.growth != GrowthClass::kExponential ? 1 : 0;
    }
  }
  EXPECT_LE(wrong, all / 20);
}

TEST(GrowthClassTest, SmallRangesAreNotDecided) {
  const std::vector<double> close{100, 105, 110, 115, 120, 125};
  const std::vector<double> costs{100, 105, 110, 115, 120, 125};
  EXPECT_FALSE(BestGrowthClass(close, costs).is_decided);
  EXPECT_FALSE(BestGrowthClass(std::vector<double>{1, 100}, std::vector<double>{1, 100}).is_decided);
  EXPECT_FALSE(BestGrowthClass(std::vector<double>{5}, std::vector<double>{7}).is_decided);
}

TEST(GrowthClassTest, WhatFallsIsNotSaidToGrow) {
  const std::vector<double> sizes{1, 2, 4, 8, 16, 32}, costs{60, 50, 40, 30, 20, 10};
  EXPECT_EQ(BestGrowthClass(sizes, costs).growth, GrowthClass::kConstant);
}

}  // namespace
}  // namespace ringscope::growth_class_test
