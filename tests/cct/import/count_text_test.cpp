#include "cct/import/count_text.h"

#include <gtest/gtest.h>

#include <string>

namespace ringscope {
namespace {

TEST(CountText, ReadsTheLastNumberOfALine) {
  const auto count = ParseTrailingCount("main;f 12 345");
  ASSERT_TRUE(count);
  EXPECT_EQ(count->count.mantissa, 345u);
  EXPECT_EQ(count->count.decimals, 0);
  EXPECT_FALSE(count->count.negative);
  EXPECT_EQ(count->rest_bytes, std::string_view("main;f 12").size());
}

TEST(CountText, TakesBlanksBeforeTheNumberOff) {
  EXPECT_EQ(ParseTrailingCount("a \t  7")->rest_bytes, 1u);
  EXPECT_EQ(ParseTrailingCount(" 7")->rest_bytes, 0u);
}

TEST(CountText, RefusesWhatIsNoNumberOfItsOwn) {
  for (const char* text : {"", "7", "a;b", "a b7", "a 7b", "a 1e5", "a -", "a .5", "a 1.2.3", "a +5", "a --5",
                           "a 0x10", "a 5;", "a 5 "}) {
    EXPECT_FALSE(ParseTrailingCount(text)) << text;
  }
}

TEST(CountText, KeepsFractionsExactly) {
  const auto count = ParseTrailingCount("a 12.0450");
  EXPECT_EQ(count->count.mantissa, 12045u);
  EXPECT_EQ(count->count.decimals, 3);
  EXPECT_FALSE(count->count.rounded);
  EXPECT_EQ(ParseTrailingCount("a 12.")->count.mantissa, 12u);
  EXPECT_EQ(ParseTrailingCount("a 12.000")->count.decimals, 0);
}

TEST(CountText, RoundsBeyondNineDecimalsAndSaysSo) {
  const auto down = ParseTrailingCount("a 0.1234567894")->count;
  EXPECT_EQ(down.mantissa, 123456789u);
  EXPECT_TRUE(down.rounded);
  const auto up = ParseTrailingCount("a 0.9999999999")->count;
  EXPECT_EQ(up.mantissa, 1u);
  EXPECT_EQ(up.decimals, 0);
  EXPECT_TRUE(up.rounded);
  EXPECT_FALSE(ParseTrailingCount("a 0.12345678900000")->count.rounded);
}

TEST(CountText, SaysWhenACountIsTooLarge) {
  EXPECT_FALSE(ParseTrailingCount("a 9223372036854775807")->count.too_large);
  EXPECT_TRUE(ParseTrailingCount("a 9223372036854775808")->count.too_large);
  EXPECT_TRUE(ParseTrailingCount("a 18446744073709551617")->count.too_large);
  EXPECT_TRUE(ParseTrailingCount("a 9223372036854775807.5")->count.too_large);
  EXPECT_TRUE(ParseTrailingCount("a " + std::string(10000, '9'))->count.too_large);
}

TEST(CountText, ScalesWithoutWrapping) {
  EXPECT_EQ(ScaledCount({.mantissa = 15, .decimals = 1}, 3), 1500u);
  EXPECT_EQ(ScaledCount({.mantissa = 9223372036854775807u}, 0), 9223372036854775807u);
  EXPECT_FALSE(ScaledCount({.mantissa = 9223372036854775807u}, 1));
  EXPECT_FALSE(ScaledCount({.mantissa = 1, .too_large = true}, 0));
}

}  // namespace
}  // namespace ringscope
