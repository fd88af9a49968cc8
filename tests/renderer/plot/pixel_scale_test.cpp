#include "renderer/plot/pixel_scale.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace ringscope::pixel_scale_test {
namespace {

TEST(PixelScale, FastLogarithmsAreThoseOfTheLibrary) {
  const FastLog2 log;
  std::mt19937_64 random(3);
  for (int k = 0; k < 100'000; ++k) {
    const double value = std::ldexp(1 + static_cast<double>(random() >> 11) * 0x1p-53,
                                    static_cast<int>(random() % 2045) - 1022);
    const double expected = std::log2(value);
    ASSERT_NEAR(log(value), expected, 1e-13 * std::max(1.0, std::abs(expected))) << value;
  }
  for (const double value :
       {1.0, std::nextafter(1.0, 0), std::nextafter(1.0, 2), 5e-324, std::numeric_limits<double>::max()})
    EXPECT_NEAR(log(value), std::log2(value), 1e-10) << value;
  for (const double value :
       {0.0, -1.0, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()})
    EXPECT_FALSE(std::isfinite(log(value))) << value;
}

TEST(PixelScale, IsWhereTheRangeHasAValue) {
  std::mt19937_64 random(4);
  for (const AxisScale scale : {AxisScale::kLinear, AxisScale::kLog, AxisScale::kSymmetricLog}) {
    for (int round = 0; round < 200; ++round) {
      const auto real = [&](double most) { return most * static_cast<double>(random() >> 11) * 0x1p-53; };
      AxisRange range{0, 1, scale, 0.5 + real(10)};
      range.low = scale == AxisScale::kLog ? 1e-3 + real(10) : real(2e6) - 1e6;
      range.high = range.low + 1e-3 + real(1e7);
      const PixelScale pixels(range, 900, 100);
      for (int k = 0; k < 20; ++k) {
        const double value = range.low + real(1) * (range.high - range.low);
        ASSERT_NEAR(pixels(value), 900 - 800 * range.ShareOf(value), 1e-6) << value;
      }
    }
  }
}

}  // namespace
}  // namespace ringscope::pixel_scale_test
