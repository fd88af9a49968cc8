#include "cct/import/count_text.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace ringscope::count_text_test {
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
  for (const char* text :
       {"",      "7",    "a;b",   "a b7", "a 7b",  "a e",     "a -",     "a .",    "a 1.2.3", "a +", "a --5",
        "a +-5", "a 1e", "a 1e+", "a e5", "a .e5", "a 1e5e5", "a 1e5.5", "a 0x10", "a 5;",    "a 5 "}) {
    EXPECT_FALSE(ParseTrailingCount(text)) << text;
  }
}

TEST(CountText, ReadsNumbersAsProgramsPrintThem) {
  struct Case {
    std::string_view text;
    uint64_t mantissa;
    uint8_t decimals;
    bool negative = false;
  };
  for (const Case& c :
       {Case{"1e6", 1'000'000, 0}, Case{"1.23457e+07", 12'345'700, 0}, Case{"1e-05", 1, 5}, Case{".5", 5, 1},
        Case{"+5", 5, 0}, Case{"-.25E1", 25, 1, true}, Case{"1.5e0", 15, 1}, Case{"+1.", 1, 0}}) {
    const auto count = ParseTrailingCount("a;b " + std::string(c.text));
    ASSERT_TRUE(count) << c.text;
    EXPECT_EQ(count->count.mantissa, c.mantissa) << c.text;
    EXPECT_EQ(count->count.decimals, c.decimals) << c.text;
    EXPECT_EQ(count->count.negative, c.negative) << c.text;
    EXPECT_EQ(count->rest_bytes, 3u) << c.text;
  }
  EXPECT_TRUE(ParseTrailingCount("a 1e19")->count.too_large);
  EXPECT_TRUE(ParseTrailingCount("a 1e-12")->count.rounded);
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

std::string Decimal(std::string_view json_number) {
  const DecimalCount count = ParseDecimal(json_number);
  std::string text = (count.negative ? "-" : "") + std::to_string(count.mantissa) + "/" +
                     std::to_string(PowerOfTen(count.decimals));
  if (count.rounded) text += " rounded";
  if (count.too_large) text = "too large";
  return text;
}

TEST(ParseDecimal, ReadsJsonNumbersExactly) {
  EXPECT_EQ(Decimal("0"), "0/1");
  EXPECT_EQ(Decimal("-0.0"), "-0/1");
  EXPECT_EQ(Decimal("12"), "12/1");
  EXPECT_EQ(Decimal("1200"), "1200/1");
  EXPECT_EQ(Decimal("-12.50"), "-125/10");
  EXPECT_EQ(Decimal("0.001"), "1/1000");
  EXPECT_EQ(Decimal("2.5E+2"), "250/1");
  EXPECT_EQ(Decimal("2.5e-3"), "25/10000");
  EXPECT_EQ(Decimal("1e18"), "1000000000000000000/1");
  EXPECT_EQ(Decimal("1e19"), "too large");
  EXPECT_EQ(Decimal("1e999999999999999999999"), "too large");
  EXPECT_EQ(Decimal("0e999999999999999999999"), "0/1");
  EXPECT_EQ(Decimal("9223372036854775807"), "9223372036854775807/1");
  EXPECT_EQ(Decimal("9223372036854775808"), "too large");
}

TEST(ParseDecimal, ShortNumbersAreReadAsLongOnes) {
  std::mt19937 random(1);
  for (int i = 0; i < 20000; ++i) {
    std::string number = random() % 4 == 0 ? "-" : "";
    const size_t whole = 1 + random() % 9;
    for (size_t k = 0; k < whole; ++k) number += static_cast<char>('0' + random() % 10);
    const size_t fraction = random() % 12;
    if (fraction > 0) number += '.';
    for (size_t k = 0; k < fraction; ++k) number += static_cast<char>('0' + (random() % 3) * (random() % 4));
    EXPECT_EQ(Decimal(number), Decimal(number + "e0")) << number;
  }
}

TEST(ParseShortDecimal, LeavesTheOthers) {
  for (const char* text : {"", "-", "x", "1x", "1.x", ".5", "1e3", "1.0000000001", "1234567890123456"})
    EXPECT_FALSE(ParseShortDecimal(text)) << text;
}

TEST(ParseDecimal, RoundsToNineDecimals) {
  EXPECT_EQ(Decimal("0.1234567891"), "123456789/1000000000 rounded");
  EXPECT_EQ(Decimal("0.9999999996"), "1/1 rounded");
  EXPECT_EQ(Decimal("1e-9"), "1/1000000000");
  EXPECT_EQ(Decimal("5e-10"), "1/1000000000 rounded");
  EXPECT_EQ(Decimal("4e-10"), "0/1 rounded");
  EXPECT_EQ(Decimal("9e-11"), "0/1 rounded");
  EXPECT_EQ(Decimal("1e-999999999999999999999"), "0/1 rounded");
}

// Programs that add up binary fractions print them so.
TEST(ParseDecimal, TakesNoiseBehindTheDigitsOfADoubleOff) {
  EXPECT_EQ(Decimal("0.30000000000000004"), "3/10");
  EXPECT_EQ(Decimal("16.700000000000003"), "167/10");
  EXPECT_EQ(Decimal("16.699999999999999"), "167/10");
  EXPECT_EQ(Decimal("99.99999999999999"), "100/1");
  // Not noise.
  EXPECT_EQ(Decimal("12345678901234.567"), "12345678901234567/1000");
  EXPECT_EQ(Decimal("1700000000000000001"), "1700000000000000001/1");
}

TEST(ParseWhole, TakesWholeNumbersHoweverTheyAreWritten) {
  for (const char* text : {"0", "-0", "0.0", "-0.000", "0e5", "0e-5", "0.0e99999999999999999999"})
    EXPECT_EQ(ParseWhole(text), 0) << text;
  for (const char* text : {"120", "120.0", "120.000e0", "12e1", "1.2E+2", "12000e-2", "0.0012e5"})
    EXPECT_EQ(ParseWhole(text), 120) << text;
  EXPECT_EQ(ParseWhole("-7.0"), -7);
  EXPECT_EQ(ParseWhole("9223372036854775807.0"), INT64_MAX);
  EXPECT_EQ(ParseWhole("9007199254740993.0"), 9007199254740993);
  EXPECT_EQ(ParseWhole("1" + std::string(5000, '0') + "e-5000"), 1);
}

TEST(ParseWhole, LeavesTheOthers) {
  for (const char* text : {"0.5",
                           "1.0000000000000000000000001",
                           "1e-1",
                           "9223372036854775808.0",
                           "1e19",
                           "1e99999999999999999999",
                           "1e-99999999999999999999",
                           "",
                           "-",
                           ".",
                           "1.",
                           ".5",
                           "1e",
                           "1e+",
                           "e1",
                           "x",
                           "1x",
                           "1.2.0",
                           "1e1.0",
                           "--1",
                           " 1"})
    EXPECT_FALSE(ParseWhole(text)) << text;
}

}  // namespace
}  // namespace ringscope::count_text_test
