#include "cct/base/number_text.h"

#include <gtest/gtest.h>

namespace ringscope {
namespace {

TEST(NumberText, OneOfAThingIsInTheSingular) {
  EXPECT_EQ(CountedText(0, "sample"), "0 samples");
  EXPECT_EQ(CountedText(1, "sample"), "1 sample");
  EXPECT_EQ(CountedText(1234, "sample"), "1,234 samples");
  EXPECT_EQ(CountedText(1, "address", "addresses"), "1 address");
  EXPECT_EQ(CountedText(2, "address", "addresses"), "2 addresses");
}

TEST(NumberText, Counts) {
  EXPECT_EQ(CountText(0), "0");
  EXPECT_EQ(CountText(999), "999");
  EXPECT_EQ(CountText(1000), "1,000");
  EXPECT_EQ(CountText(18446744073709551615ull), "18,446,744,073,709,551,615");
}

TEST(NumberText, SharesKeepThreeDigitsAndNeverRoundUpToAll) {
  EXPECT_EQ(ShareText(0, 10), "0 %");
  EXPECT_EQ(ShareText(5, 0), "0 %");
  EXPECT_EQ(ShareText(10, 10), "100 %");
  EXPECT_EQ(ShareText(1066, 3238), "32.9 %");
  EXPECT_EQ(ShareText(31, 1000), "3.10 %");
  EXPECT_EQ(ShareText(421, 1000000), "0.0421 %");
  EXPECT_EQ(ShareText(1, 1000000000000ull), "1.0e-10 %");
  EXPECT_EQ(ShareText(999999, 1000000), "99.9 %");
}

TEST(NumberText, ValuesInTheirUnits) {
  EXPECT_EQ(ValueText(12'345'678, "ns", 1), "12.3 ms");
  EXPECT_EQ(ValueText(12'345'678, "us", 1), "12.3 s");
  EXPECT_EQ(ValueText(17, "ns", 1), "17 ns");
  EXPECT_EQ(ValueText(0, "ns", 1), "0 ns");
  EXPECT_EQ(ValueText(4'718'592, "bytes", 1), "4.50 MiB");
  EXPECT_EQ(ValueText(1234567, "count", 1), "1,234,567");
  EXPECT_EQ(ValueText(1234567, "events", 1), "1,234,567 events");
  EXPECT_EQ(ValueText(125, "count", 100), "1.25");
}

TEST(NumberText, ExactDecimals) {
  EXPECT_EQ(ExactDecimalText(125, 10), "12.5");
  EXPECT_EQ(ExactDecimalText(120, 10), "12");
  EXPECT_EQ(ExactDecimalText(5, 1000), "0.005");
  EXPECT_EQ(ExactDecimalText(5, 1), "5");
}

}  // namespace
}  // namespace ringscope
