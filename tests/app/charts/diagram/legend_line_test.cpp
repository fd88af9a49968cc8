#include "app/charts/diagram/diagram.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace ringscope::legend_line_test {
namespace {

TEST(LegendLine, ValuesAreEasilyRead) {
  EXPECT_EQ(ReadableValues(1234, true, false), (std::vector<double>{1, 10, 100, 1000, 1234}));
  const std::vector<double> linear = ReadableValues(36.7, false, false);
  EXPECT_EQ(linear.back(), 36.7);
  for (const double value : {1.0, 2.0, 5.0, 10.0, 20.0})
    EXPECT_TRUE(std::find(linear.begin(), linear.end(), value) != linear.end()) << value;
  const std::vector<double> bytes = ReadableValues(5000, false, true);
  EXPECT_TRUE(std::find(bytes.begin(), bytes.end(), 4096) != bytes.end());
}

TEST(LegendLine, ValuesAscendUpToTheLargest) {
  for (const double largest : {1e-12, 0.5, 1.0, 2.0, 999.9, 1000.0, 1.8e19, 1e300}) {
    for (const bool is_log : {false, true}) {
      for (const bool is_bytes : {false, true}) {
        const std::vector<double> values = ReadableValues(largest, is_log, is_bytes);
        ASSERT_FALSE(values.empty());
        EXPECT_LT(values.size(), 40u);
        EXPECT_EQ(values.back(), largest);
        for (size_t k = 1; k < values.size(); ++k) EXPECT_LT(values[k - 1], values[k]) << largest;
      }
    }
  }
  for (const double none :
       {0.0, -1.0, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()})
    EXPECT_TRUE(ReadableValues(none, false, false).empty());
}

}  // namespace
}  // namespace ringscope::legend_line_test
