#include "app/widgets/number_fit.h"

#include <gtest/gtest.h>

namespace ringscope::number_fit_test {
namespace {

// Every byte is one wide.
std::string Fit(std::string_view text, float room) {
  return FitNumber(text, room, [](std::string_view t) { return static_cast<float>(t.size()); })
      .value_or("no number");
}

TEST(FitNumberTest, CountsLoseTheirUnitFirstThenDigitsForAPrefix) {
  EXPECT_EQ(Fit("1,356,335,739 instructions", 40), "1,356,335,739 instructions");
  EXPECT_EQ(Fit("1,356,335,739 instructions", 20), "1,356,335,739");
  EXPECT_EQ(Fit("1,356,335,739", 12), "1.36 G");
  EXPECT_EQ(Fit("1,356,335,739", 5), "1.4 G");
  EXPECT_EQ(Fit("1,356,335,739", 3), "1 G");
  EXPECT_EQ(Fit("179,687,871", 8), "180 M");
  EXPECT_EQ(Fit("999,999", 6), "1.00 M");
  EXPECT_EQ(Fit("19 instructions", 10), "19");
}

TEST(FitNumberTest, TinySharesAreBoundedFromAbove) {
  EXPECT_EQ(Fit("0.000123", 8), "0.000123");
  EXPECT_EQ(Fit("0.000123", 6), "<0.01");
  EXPECT_EQ(Fit("0.000123 %", 8), "<0.01 %");
  EXPECT_EQ(Fit("1.2e-07", 5), "<0.1");
  EXPECT_EQ(Fit("0.0421", 5), "<0.1");
}

TEST(FitNumberTest, SmallNumbersOfAColumnAreToldAsFinely) {
  // The third one alone would fit with all its digits.
  EXPECT_EQ(Fit("0.000123", 7), "<0.001");
  EXPECT_EQ(Fit("1.2e-05", 7), "<0.001");
  EXPECT_EQ(Fit("0.00311", 7), "0.00311");
  EXPECT_EQ(Fit("0.000134", 6), "<0.01");
  EXPECT_EQ(Fit("0.00311", 6), "<0.01");
  EXPECT_EQ(Fit("0.0311", 6), "0.0311");
  EXPECT_EQ(Fit("0.311", 4), "<1");
  EXPECT_EQ(Fit("0.311", 1), "\xE2\x80\xA6");
}

TEST(FitNumberTest, TheFewDecimalsOfAColumnStayWhereTheyFit) {
  EXPECT_EQ(Fit("0.04", 4), "0.04");
  EXPECT_EQ(Fit("0.012 s", 7), "0.012 s");
  EXPECT_EQ(Fit("0.012 s", 6), "<1 s");
  EXPECT_EQ(Fit("<0.01 %", 7), "<0.01 %");
  EXPECT_EQ(Fit("<0.01", 4), "<1");
  EXPECT_EQ(Fit("<0.001 s", 7), "<0.1 s");
}

TEST(FitNumberTest, AValueBroughtToSizeKeepsItsUnit) {
  EXPECT_EQ(Fit("12.3 ms", 6), "12 ms");
  EXPECT_EQ(Fit("4.50 MiB", 6), "4 MiB");
  EXPECT_EQ(Fit("32.9 %", 4), "33 %");
}

TEST(FitNumberTest, AValueOfAColumnTakesAUnitOfItsOwnWhereThereIsLittleRoom) {
  const auto fit = [](std::string_view text, float room, std::string_view brief) {
    return FitNumber(
               text, room, [](std::string_view t) { return static_cast<float>(t.size()); }, brief)
        .value_or("no number");
  };
  EXPECT_EQ(fit("0.181 GiB", 9, "185 MiB"), "0.181 GiB");
  EXPECT_EQ(fit("0.181 GiB", 8, "185 MiB"), "185 MiB");
  EXPECT_EQ(fit("0.032 GiB", 7, "32.8 MiB"), "33 MiB");
  EXPECT_EQ(fit("<0.001 GiB", 7, "812 KiB"), "812 KiB");
  EXPECT_EQ(fit("0.181 GiB", 6, "185 MiB"), "\xE2\x80\xA6");
  EXPECT_EQ(fit("0 GiB", 7, "0 bytes"), "0 GiB");
}

TEST(FitNumberTest, NoPartOfANumberIsLeft) {
  EXPECT_EQ(Fit("4,250", 3), "4 k");
  EXPECT_EQ(Fit("4,250", 2), "\xE2\x80\xA6");
  EXPECT_EQ(Fit("425", 2), "\xE2\x80\xA6");
  EXPECT_EQ(Fit("Inclusive", 3), "no number");
  EXPECT_EQ(Fit("12abc", 3), "no number");
  EXPECT_EQ(Fit("", 3), "no number");
}

}  // namespace
}  // namespace ringscope::number_fit_test
