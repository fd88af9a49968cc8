#include "cct/base/text/number_text.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ringscope::number_text_test {
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

TEST(NumberText, SharesNeverRoundToNothingOrToAll) {
  EXPECT_EQ(ShareText(0, 10), "0 %");
  EXPECT_EQ(ShareText(5, 0), "0 %");
  EXPECT_EQ(ShareText(10, 10), "100 %");
  EXPECT_EQ(ShareText(1066, 3238), "32.9 %");
  EXPECT_EQ(ShareText(31, 1000), "3.10 %");
  EXPECT_EQ(ShareText(421, 1000000), "0.04 %");
  EXPECT_EQ(ShareText(50, 1000000), "0.01 %");
  EXPECT_EQ(ShareText(49, 1000000), "<0.01 %");
  EXPECT_EQ(ShareText(1, 1000000000000ull), "<0.01 %");
  EXPECT_EQ(ShareText(9996, 100000), "10.0 %");
  EXPECT_EQ(ShareText(999999, 1000000), "99.9 %");
  EXPECT_EQ(ShareText(12346, 1000), "1,235 %");
}

TEST(NumberText, ValuesInTheirUnits) {
  EXPECT_EQ(ValueText(12'345'678, "ns", 1), "12.3 ms");
  EXPECT_EQ(ValueText(12'345'678, "us", 1), "12.3 s");
  EXPECT_EQ(ValueText(17, "ns", 1), "17 ns");
  EXPECT_EQ(ValueText(0, "ns", 1), "0 ns");
  EXPECT_EQ(ValueText(1, "ns", 1000), "<1 ns");
  EXPECT_EQ(ValueText(3'238, "ns", 1), "3.24 \xC2\xB5s");
  EXPECT_EQ(ValueText(12'345, "s", 1), "12,345 s");
  EXPECT_EQ(ValueText(4'718'592, "bytes", 1), "4.50 MiB");
  EXPECT_EQ(ValueText(1234567, "count", 1), "1,234,567");
  EXPECT_EQ(ValueText(1234567, "events", 1), "1,234,567 events");
  EXPECT_EQ(ValueText(125, "count", 100), "1.25");
  EXPECT_EQ(ValueText(1234567, "W", 10), "123,456.7 W");
}

TEST(NumberText, PartsOfATotalAreInPerCent) {
  EXPECT_EQ(ValueText(1'970'000'000, kUnitOfShares, 1'000'000'000), "197 %");
  EXPECT_EQ(ValueText(4'500'000, kUnitOfShares, 1'000'000'000), "0.450 %");
  EXPECT_EQ(ValueColumn(1'970'000'000, kUnitOfShares, 1'000'000'000).Text(4'500'000), "0.45 %");
}

TEST(NumberText, TheValuesOfAColumnHaveOneUnitAndAsManyDecimals) {
  const ValueColumn seconds(1'234'000'000, "ns", 1);
  EXPECT_EQ(seconds.Text(1'234'000'000), "1.234 s");
  EXPECT_EQ(seconds.Text(12'000'000), "0.012 s");
  EXPECT_EQ(seconds.Text(499'999), "<0.001 s");
  EXPECT_EQ(seconds.Text(0), "0 s");
  EXPECT_EQ(seconds.Text(2'345'000'000'000), "2,345.000 s");
  EXPECT_EQ(ValueColumn(100, "ms", 1).Text(7), "7.00 ms");
  EXPECT_EQ(ValueColumn(32'380, "us", 10).Text(16'190), "1.619 ms");
  EXPECT_EQ(ValueColumn(900, "ns", 1).Text(17), "17 ns");
  EXPECT_EQ(ValueColumn(0, "ns", 1).Text(0), "0 ns");
}

TEST(NumberText, ExactValuesHaveAllTheirDigits) {
  EXPECT_EQ(ExactValueText(80'590'123, "ns", 1), "80,590,123 ns");
  EXPECT_EQ(ExactValueText(12'345'678, "us", 1000), "12,345.678 \xC2\xB5s");
  EXPECT_EQ(ExactValueText(4'718'592, "bytes", 1), "4,718,592 bytes");
  EXPECT_EQ(ExactValueText(1234, "count", 1), "1,234");
}

TEST(NumberText, ColumnsOfBytesAndCounts) {
  const ValueColumn bytes(50 << 20, "bytes", 1);
  EXPECT_EQ(bytes.Text(4'718'592), "4.50 MiB");
  EXPECT_EQ(bytes.Text(100), "<0.01 MiB");
  EXPECT_EQ(ValueColumn(1'000'000, "count", 1).Text(12'345), "12,345");
  EXPECT_EQ(ValueColumn(1'000'000, "events", 1).Text(12'345), "12,345 events");
  EXPECT_EQ(ValueColumn(1'000'000, "", 100).Text(123'456), "1,234.56");
}

TEST(NumberText, Quantities) {
  EXPECT_EQ(QuantityText(0, "ns"), "0");
  EXPECT_EQ(QuantityText(2e8, "ns"), "200 ms");
  EXPECT_EQ(QuantityText(0.5, "s"), "500 ms");
  EXPECT_EQ(QuantityText(1536, "bytes"), "1.50 KiB");
  EXPECT_EQ(QuantityText(0.25, "bytes"), "0.25");
  EXPECT_EQ(QuantityText(12.5, "%"), "12.5 %");
  EXPECT_EQ(QuantityText(1'500'000, "count"), "1.5M");
  EXPECT_EQ(QuantityText(-20'000, ""), "-20k");
  EXPECT_EQ(QuantityText(0.02, "count"), "0.02");
  EXPECT_EQ(QuantityText(std::nan(""), "count"), "-");
}

TEST(NumberText, Progress) {
  EXPECT_EQ(ProgressText(0), "0 %");
  EXPECT_EQ(ProgressText(0.454), "45 %");
  EXPECT_EQ(ProgressText(1), "100 %");
}

TEST(NumberText, ExactDecimals) {
  EXPECT_EQ(ExactDecimalText(125, 10), "12.5");
  EXPECT_EQ(ExactDecimalText(120, 10), "12");
  EXPECT_EQ(ExactDecimalText(5, 1000), "0.005");
  EXPECT_EQ(ExactDecimalText(5, 1), "5");
}

TEST(NumberText, OneOfAUnitIsSingular) {
  EXPECT_EQ(ValueText(1, "objects", 1), "1 object");
  EXPECT_EQ(ValueText(2, "objects", 1), "2 objects");
  EXPECT_EQ(ValueText(0, "objects", 1), "0 objects");
  EXPECT_EQ(ValueText(1, "cache-misses", 1), "1 cache-miss");
  EXPECT_EQ(ValueText(15, "objects", 10), "1.5 objects");
  EXPECT_EQ(ExactValueText(1, "cycles", 1), "1 cycle");
  // What is no plural stays.
  EXPECT_EQ(ValueText(1, "class", 1), "1 class");
  EXPECT_EQ(ValueText(1, "fs", 1), "1 fs");
}

}  // namespace
}  // namespace ringscope::number_text_test
