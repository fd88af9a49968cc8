#include "cct/blueprint/polymetric_text.h"

#include <gtest/gtest.h>

#include <string>

namespace ringscope::polymetric_text_test {
namespace {

std::string ErrorOf(std::string_view text) {
  const auto spec = ParsePolymetric(text);
  if (spec) return "none";
  const Error& error = spec.error();
  return (error.column ? std::to_string(*error.column) + ": " : "") + error.message;
}

TEST(PolymetricText, SaysWhatIsShown) {
  const auto spec = ParsePolymetric("items class | width log calls | height incl | tone receivers");
  ASSERT_TRUE(spec) << DescribeError(spec.error());
  EXPECT_EQ(spec->items, ItemKind::kClass);
  EXPECT_EQ(spec->arrangement, BoxArrangement::kInheritance);
  EXPECT_EQ(spec->width, (BoxMeasure{MeasureOf::kCalls, "", MeasureScale::kLog}));
  EXPECT_EQ(spec->height, (BoxMeasure{MeasureOf::kInclusive, "", MeasureScale::kLinear}));
  EXPECT_EQ(spec->tone, (BoxMeasure{MeasureOf::kReceivers, "", MeasureScale::kLinear}));
  EXPECT_FALSE(spec->x || spec->y);
}

TEST(PolymetricText, WritesWhatItReads) {
  for (const std::string_view text : {
           "items class | width log calls | height incl | tone receivers",
           "items function | arrange calls | tone returns | from it's a name | up 2 | down 1 | dearest 30",
           "items function | arrange calls | from 'a|b ''c'''",
           "items module | arrange plot | x log incl(cpu time) | y change",
           "items class | within java.util, 'a, b'",
           "items class | height self | libraries shown",
           "items context | width sqrt self(')(')",
           "items file | arrange grid | height value(code size)",
       }) {
    const auto spec = ParsePolymetric(text);
    ASSERT_TRUE(spec) << text << ": " << DescribeError(spec.error());
    EXPECT_EQ(FormatPolymetric(*spec), text);
    EXPECT_EQ(ParsePolymetric(FormatPolymetric(*spec)).value(), *spec);
  }
}

TEST(PolymetricText, ArrangesAsTheItemsWant) {
  EXPECT_EQ(ParsePolymetric("items context")->arrangement, BoxArrangement::kTree);
  EXPECT_EQ(ParsePolymetric("items module")->arrangement, BoxArrangement::kGrid);
  EXPECT_EQ(ParsePolymetric("x calls | y self")->arrangement, BoxArrangement::kPlot);
  EXPECT_EQ(ParsePolymetric("x calls | y self")->items, ItemKind::kFunction);
  EXPECT_EQ(ParsePolymetric("from f")->arrangement, BoxArrangement::kCalls);
}

TEST(PolymetricText, SaysWhereAndWhatWasExpected) {
  EXPECT_EQ(ErrorOf(""),
            "1: expected a clause (items, arrange, x, y, width, height, tone, within, libraries, from, up, "
            "down or dearest), found the end");
  EXPECT_EQ(ErrorOf("items clas"),
            "7: expected items (function, class, package, module, file, thread or context), found 'clas'");
  EXPECT_EQ(ErrorOf("items class | width log call"),
            "25: expected a measure (incl, self, calls, contexts, receivers, returns, change or value), "
            "found 'call'");
  EXPECT_EQ(ErrorOf("width incl | width self"), "14: expected 'width' once, found it again");
  EXPECT_EQ(ErrorOf("width incl height self"), "12: expected '|' before another clause, found 'height'");
  EXPECT_EQ(ErrorOf("width incl(cpu"), "15: expected ')', found the end");
  EXPECT_EQ(ErrorOf("height returns"), "8: expected a number to measure by; 'returns' is a tone only");
  EXPECT_EQ(ErrorOf("items module | arrange calls"),
            "16: expected 'items function' where boxes are arranged by calls");
  EXPECT_EQ(ErrorOf("items class | up 1 | arrange inheritance"),
            "15: expected 'arrange calls' where boxes are those around a function");
  EXPECT_EQ(ErrorOf("items module | libraries shown"),
            "16: expected 'arrange inheritance' where classes of libraries are folded or shown");
  EXPECT_EQ(ErrorOf("from f | up 99999999999999999999"),
            "13: expected a number of layers, found '99999999999999999999'");
  EXPECT_EQ(ErrorOf("dearest 0"), "9: expected a number of boxes from 1 on, found '0'");
  EXPECT_EQ(ErrorOf("from 'f"), "6: expected a ' at the end of this name");
  // A name of 100 KB is no message of 100 KB.
  EXPECT_LT(ErrorOf("items " + std::string(100'000, 'x')).size(), 250u);
  EXPECT_EQ(ErrorOf(std::string(kMaxPolymetricBytes + 1, ' ')), "expected a text of at most 1 MiB");
}

TEST(PolymetricText, PresetsCanBeRead) {
  for (const PolymetricPreset& preset : kPolymetricPresets) {
    const auto spec = ParsePolymetric(preset.text);
    ASSERT_TRUE(spec) << preset.name << DescribeError(spec.error());
    EXPECT_EQ(FindPolymetricPreset(preset.name), &preset);
  }
  EXPECT_EQ(FindPolymetricPreset("other"), nullptr);
}

TEST(PolymetricText, ScalesKeepOrderAndSign) {
  EXPECT_EQ(ScaledValue(7, MeasureScale::kLog), 3);
  EXPECT_EQ(ScaledValue(-7, MeasureScale::kLog), -3);
  EXPECT_EQ(ScaledValue(9, MeasureScale::kSqrt), 3);
  EXPECT_EQ(ScaledValue(-9, MeasureScale::kLinear), -9);
  EXPECT_EQ(ScaledValue(0, MeasureScale::kLog), 0);
}

}  // namespace
}  // namespace ringscope::polymetric_text_test
