#include "renderer/color/value_scale.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

namespace ringscope::chart_test::value_scale_test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

ValueScale Fit(std::vector<WeightedValue> values, ValueSteps steps = ValueSteps::kLinear, bool trim = false) {
  return FitScale(values, steps, trim);
}

TEST(ValueScaleTest, PositionsAreLinearOrLogarithmic) {
  const ValueScale linear{.low = 10, .high = 20};
  EXPECT_EQ(linear.PositionOf(9), 0);
  EXPECT_DOUBLE_EQ(linear.PositionOf(12.5), 0.25);
  EXPECT_EQ(linear.PositionOf(21), 1);
  const ValueScale log{.low = 1, .high = 10'000, .steps = ValueSteps::kLog};
  EXPECT_EQ(log.PositionOf(0), 0);
  EXPECT_EQ(log.PositionOf(-5), 0);
  EXPECT_NEAR(log.PositionOf(10), 0.25, 1e-12);
  EXPECT_NEAR(log.PositionOf(1000), 0.75, 1e-12);
  for (const ValueScale& scale : {linear, log}) {
    EXPECT_TRUE(std::isnan(scale.PositionOf(std::nan(""))));
    EXPECT_TRUE(std::isnan(scale.PositionOf(kInfinity)));
  }
}

TEST(ValueScaleTest, LinearScalesBeginAtZeroUnlessValuesLieFarFromIt) {
  EXPECT_EQ(Fit({{3, 1}, {10, 1}}), (ValueScale{.low = 0, .high = 10}));
  EXPECT_EQ(Fit({{95, 1}, {100, 1}}), (ValueScale{.low = 95, .high = 100}));
  EXPECT_EQ(Fit({{-8, 1}, {-1, 1}}), (ValueScale{.low = -8, .high = 0}));
  EXPECT_EQ(Fit({{-8, 1}, {4, 1}}), (ValueScale{.low = -8, .high = 4}));
}

TEST(ValueScaleTest, OneValueOrNone) {
  EXPECT_EQ(Fit({}), (ValueScale{.low = 0, .high = 1}));
  EXPECT_EQ(Fit({{std::nan(""), 1}, {kInfinity, 1}}), (ValueScale{.low = 0, .high = 1}));
  EXPECT_EQ(Fit({{0, 1}}), (ValueScale{.low = 0, .high = 1}));
  EXPECT_EQ(Fit({{7, 1}, {7, 2}}), (ValueScale{.low = 0, .high = 7}));
  EXPECT_EQ(Fit({{-7, 1}}), (ValueScale{.low = -7, .high = 0}));
  const ValueSteps log = ValueSteps::kLog;
  EXPECT_EQ(Fit({{50, 1}}, log), (ValueScale{.low = 5, .high = 50, .steps = ValueSteps::kLog}));
  // Nothing positive: linear.
  EXPECT_EQ(Fit({{-4, 1}, {0, 1}}, log), (ValueScale{.low = -4, .high = 0}));
}

TEST(ValueScaleTest, LogarithmsIgnoreWhatIsNotPositiveAndReachSixDecades) {
  const ValueSteps log = ValueSteps::kLog;
  EXPECT_EQ(Fit({{0, 5}, {-1, 5}, {2, 1}, {2000, 1}}, log),
            (ValueScale{.low = 2, .high = 2000, .steps = ValueSteps::kLog}));
  EXPECT_EQ(Fit({{1e-9, 1}, {1e6, 1}}, log), (ValueScale{.low = 1, .high = 1e6, .steps = ValueSteps::kLog}));
}

TEST(ValueScaleTest, TrimmingLeavesOutWhatIsThinAndOdd) {
  std::vector<WeightedValue> values{{1e9, 0.001}};
  for (int i = 0; i < 100; ++i) values.push_back({i / 100.0, 0.01});
  EXPECT_LT(Fit(values, ValueSteps::kLinear, true).high, 1);
  EXPECT_EQ(Fit(values, ValueSteps::kLinear, false).high, 1e9);
}

TEST(ValueScaleTest, AnyNumbersGiveAUsableScale) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 3000; ++i) {
    std::vector<WeightedValue> values;
    for (uint64_t count = random() % 4; count > 0; --count) {
      double value = 0;
      const uint64_t bits = random();
      static_assert(sizeof(value) == sizeof(bits));
      std::memcpy(&value, &bits, sizeof(value));
      values.push_back({value, static_cast<double>(random() % 3)});
    }
    const ValueSteps steps = random() % 2 == 0 ? ValueSteps::kLinear : ValueSteps::kLog;
    const ValueScale scale = Fit(values, steps, random() % 2 == 0);
    ASSERT_TRUE(std::isfinite(scale.low) && std::isfinite(scale.high));
    ASSERT_LT(scale.low, scale.high);
    ASSERT_TRUE(std::isfinite(scale.high - scale.low));
    if (scale.steps == ValueSteps::kLog) {
      ASSERT_GT(scale.low, 0);
    }
    const std::vector<double> ticks = TicksOf(scale, random() % 2 == 0);
    ASSERT_GE(ticks.size(), 1u);
    ASSERT_LE(ticks.size(), 16u);
    for (size_t t = 0; t < ticks.size(); ++t) {
      const double position = scale.PositionOf(ticks[t]);
      ASSERT_GE(position, 0);
      ASSERT_LE(position, 1);
      if (t > 0) {
        ASSERT_GT(ticks[t], ticks[t - 1]);
      }
      ASSERT_TRUE(std::isfinite(ticks[t]));
    }
  }
}

TEST(ValueScaleTest, TicksAreRound) {
  using Ticks = std::vector<double>;
  EXPECT_EQ(TicksOf({.low = 0, .high = 1}, false), (Ticks{0, 0.2, 0.4, 0.6000000000000001, 0.8, 1}));
  EXPECT_EQ(TicksOf({.low = 0, .high = 73}, false), (Ticks{0, 20, 40, 60}));
  EXPECT_EQ(TicksOf({.low = 0, .high = 6000}, true), (Ticks{0, 2048, 4096}));
  EXPECT_EQ(TicksOf({.low = 5, .high = 5e5, .steps = ValueSteps::kLog}, false),
            (Ticks{10, 100, 1000, 1e4, 1e5}));
  EXPECT_EQ(TicksOf({.low = 3, .high = 8, .steps = ValueSteps::kLog}, false), (Ticks{3, 4, 5, 6, 7, 8}));
}

}  // namespace
}  // namespace ringscope::chart_test::value_scale_test
