#include "renderer/plot/value_axis.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

namespace ringscope::value_axis_test {
namespace {

std::string TextOf(const ValueAxis& axis) {
  std::string text;
  for (const AxisTick& tick : axis.ticks) text += (text.empty() ? "" : " | ") + tick.text;
  return axis.unit.empty() ? text : text + " [" + axis.unit + "]";
}
const Metric kTime{"time", "ns", 1}, kCalls{"calls", "count", 1}, kBytes{"memory", "bytes", 1},
    kCycles{"cycles", "cycles", 1};

TEST(AxisWithin, TicksAreRoundInTheUnitOfTheLargest) {
  const auto text = [](double high, size_t ticks, const Metric& metric, bool by_share = false) {
    return TextOf(AxisWithin({0, high}, ticks, metric, by_share));
  };
  EXPECT_EQ(text(6.2e6, 6, kTime), "0 ms | 2 ms | 4 ms | 6 ms");
  EXPECT_EQ(text(1.1e9, 6, kTime), "0 s | 0.5 s | 1.0 s");
  EXPECT_EQ(text(700 * 1024.0, 5, kBytes), "0 KiB | 200 KiB | 400 KiB | 600 KiB");
  EXPECT_EQ(text(7, 6, kCalls), "0 | 2 | 4 | 6");
  EXPECT_EQ(text(2.4e9, 6, kCycles), "0 | 0.5G | 1.0G | 1.5G | 2.0G [cycles]");
  EXPECT_EQ(text(0.32, 5, kTime, true), "0 % | 10 % | 20 % | 30 %");
  EXPECT_EQ(text(0.004, 5, kTime, true), "0 % | 0.1 % | 0.2 % | 0.3 % | 0.4 %");
  EXPECT_EQ(text(1, 8, kCalls), "0 | 1") << "parts of one are no ticks";
  EXPECT_EQ(text(3.4e6, 2, kTime), "0 ms | 2 ms") << "0 alone would tell no size";
  EXPECT_EQ(text(4.9e6, 2, kTime), "0 ms | 4 ms");
  EXPECT_EQ(text(3, 2, kCalls), "0 | 2");
  EXPECT_EQ(text(1.05, 2, kCalls), "0 | 1");
}

TEST(AxisWithin, TicksOfALogarithmicAxisArePowersOfTen) {
  const auto text = [](double low, double high, AxisScale scale, size_t ticks, const Metric& metric) {
    return TextOf(AxisWithin({low, high, scale}, ticks, metric));
  };
  EXPECT_EQ(text(1, 1e6, AxisScale::kLog, 7, kCalls), "1 | 10 | 100 | 1000 | 10k | 100k | 1M");
  EXPECT_EQ(text(1, 1e6, AxisScale::kLog, 4, kCalls), "1 | 100 | 10k | 1M");
  EXPECT_EQ(text(1, 30, AxisScale::kLog, 9, kCalls), "1 | 2 | 5 | 10 | 20");
  EXPECT_EQ(text(1e3, 1e9, AxisScale::kLog, 4, kTime), "1 \u00b5s | 100 \u00b5s | 10 ms | 1 s");
  EXPECT_EQ(text(-150, 1500, AxisScale::kSymmetricLog, 9, kCalls),
            "-100 | -10 | -1 | 0 | 1 | 10 | 100 | 1000");
  EXPECT_EQ(text(11, 19, AxisScale::kLog, 5, kCalls), "12 | 14 | 16 | 18") << "no power of ten is in it";
}

TEST(AxisWithin, TicksRiseAreInsideDifferAndAreNoMoreThanFit) {
  for (const Metric& metric : {kTime, kCalls, kBytes, kCycles}) {
    for (const AxisScale scale : {AxisScale::kLinear, AxisScale::kLog, AxisScale::kSymmetricLog}) {
      for (double low = 1e-3; low < 1e18; low *= 7.3) {
        for (const double times : {1.0000001, 1.003, 1.7, 12.0, 3e4, 1e9}) {
          for (const size_t most : {2, 3, 5, 9}) {
            const AxisRange range{low, low * times, scale};
            const ValueAxis axis = AxisWithin(range, most, metric);
            EXPECT_LE(axis.ticks.size(), most) << TextOf(axis);
            for (size_t k = 0; k < axis.ticks.size(); ++k) {
              EXPECT_GE(range.ShareOf(axis.ticks[k].value), -1e-3);
              EXPECT_LE(range.ShareOf(axis.ticks[k].value), 1 + 1e-3);
              if (k == 0) continue;
              EXPECT_LT(axis.ticks[k - 1].value, axis.ticks[k].value) << TextOf(axis);
              EXPECT_NE(axis.ticks[k - 1].text, axis.ticks[k].text) << TextOf(axis);
            }
          }
        }
      }
    }
  }
}

TEST(AxisRange, ThereAndBack) {
  for (const AxisScale scale : {AxisScale::kLinear, AxisScale::kLog, AxisScale::kSymmetricLog}) {
    for (double low = 1e-3; low < 1e18; low *= 31) {
      const AxisRange range{scale == AxisScale::kSymmetricLog ? -low : low, low * 40, scale, low / 10};
      EXPECT_NEAR(range.ShareOf(range.low), 0, 1e-12);
      EXPECT_NEAR(range.ShareOf(range.high), 1, 1e-12);
      double before = -1;
      for (double share = -0.4; share < 1.5; share += 0.07) {
        if (scale == AxisScale::kLog && range.ValueAt(share) <= 0) continue;
        EXPECT_NEAR(range.ShareOf(range.ValueAt(share)), share, 1e-9);
        EXPECT_GT(range.ShareOf(range.ValueAt(share)), before);
        before = range.ShareOf(range.ValueAt(share));
      }
    }
  }
  EXPECT_FALSE(std::isfinite(AxisRange{1, 10, AxisScale::kLog}.ShareOf(0)));
}

}  // namespace
}  // namespace ringscope::value_axis_test
