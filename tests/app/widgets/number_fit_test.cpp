#include "app/widgets/number_fit.h"

#include <gtest/gtest.h>

namespace ringscope::number_fit_test {
namespace {

// Every byte is one wide.
std::string Fit(std::string_view text, float room) {
  return FitNumber(text, room, [](std::string_view t) { return static_cast<float>(t.size()); })
      .value_or("no number");
}

using Texts = std::vector<std::string>;

// A line of texts for each form, from the longest to the shortest.
std::vector<Texts> Forms(const Texts& texts) {
  std::vector<Texts> forms;
  for (const ColumnForm& form : FormsOf(texts)) {
    Texts& told = forms.emplace_back();
    for (const std::string& text : texts) told.push_back(NumberInForm(text, form));
  }
  return forms;
}

TEST(ColumnFormTest, CountsOfAColumnHaveOnePrefix) {
  EXPECT_EQ(Forms({"+21,600,000 instructions",
                   "\xE2\x88\x92"
                   "27,600",
                   "0", "150,768,000", "new"}),
            (std::vector<Texts>{{"+21,600,000",
                                 "\xE2\x88\x92"
                                 "27,600",
                                 "0", "150,768,000", "new"},
                                {"+21.60 M",
                                 "\xE2\x88\x92"
                                 "0.03 M",
                                 "0", "150.77 M", "new"},
                                {"+21.6 M", "\xE2\x88\x92<0.1 M", "0", "150.8 M", "new"},
                                {"+22 M", "\xE2\x88\x92<1 M", "0", "151 M", "new"}}));
}

TEST(ColumnFormTest, ValuesBroughtToSizeLoseDecimals) {
  EXPECT_EQ(Forms({"1,234.56 s", "0.12 s", "0 s", "<0.01 s"}),
            (std::vector<Texts>{{"1,234.56 s", "0.12 s", "0 s", "<0.01 s"},
                                {"1,234.6 s", "0.1 s", "0 s", "<0.1 s"},
                                {"1,235 s", "<1 s", "0 s", "<1 s"}}));
  EXPECT_EQ(Forms({"3", "12"}), (std::vector<Texts>{{"3", "12"}}));
}

TEST(FitNumberTest, CountsLoseTheirUnitFirstThenDigitsForAPrefix) {
  EXPECT_EQ(Fit("1,356,335,739 instructions", 40), "1,356,335,739 instructions");
  EXPECT_EQ(Fit("1,356,335,739 instructions", 20), "1,356,335,739");
  EXPECT_EQ(Fit("1,356,335,739", 12), "1.36 G");
  EXPECT_EQ(Fit("1,356,335,739", 5), "1.4 G");
  EXPECT_EQ(Fit("1,356,335,739", 3), "1 G");
  EXPECT_EQ(Fit("179,687,871", 6), "180 M");
  EXPECT_EQ(Fit("999,999", 6), "1.00 M");
  EXPECT_EQ(Fit("19 instructions", 10), "19");
}

TEST(FitNumberTest, TinyNumbersAreBoundedFromAbove) {
  EXPECT_EQ(Fit("0.000123", 8), "0.000123");
  EXPECT_EQ(Fit("0.000123", 5), "<0.01");
  EXPECT_EQ(Fit("0.000123 %", 8), "0.0001 %");
  EXPECT_EQ(Fit("1.2e-07", 5), "<0.01");
  EXPECT_EQ(Fit("0.012 s", 6), "0.01 s");
  EXPECT_EQ(Fit("<0.01", 4), "<0.1");
  EXPECT_EQ(Fit("0.311", 1), "\xE2\x80\xA6");
}

TEST(FitNumberTest, AValueBroughtToSizeKeepsItsUnit) {
  EXPECT_EQ(Fit("12.3 ms", 6), "12 ms");
  EXPECT_EQ(Fit("4.50 MiB", 6), "4 MiB");
  EXPECT_EQ(Fit("32.9 %", 4), "33 %");
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
