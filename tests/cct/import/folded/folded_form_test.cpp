#include "cct/import/folded/folded_form.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/cct/import/import_text.h"

namespace ringscope::folded_form_test {
namespace {

using Counts = FoldedForm::Counts;

TEST(BracketedValues, AreNumbersBehindABlank) {
  const auto values = ReadBracketedValues("main;a b [12 -3,  4.5]\t\r");
  ASSERT_TRUE(values);
  EXPECT_EQ(values->stack, "main;a b");
  ASSERT_EQ(values->count, 3u);
  EXPECT_EQ(values->values[0].mantissa, 12u);
  EXPECT_TRUE(values->values[1].negative);
  EXPECT_EQ(values->values[2].mantissa, 45u);
  EXPECT_EQ(values->values[2].decimals, 1u);
  EXPECT_EQ(ReadBracketedValues(" [1]")->stack, "");
  for (const std::string_view line : {"", "]", "[1]", "a[1]", "a []", "a [1", "a 1]", "a [1 x]", "a [1] 2",
                                      "a [-]", "a [1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17]"}) {
    EXPECT_FALSE(ReadBracketedValues(line)) << line;
  }
  EXPECT_FALSE(ReadBracketedValues("a [" + std::string(5000, '1') + "]"));
}

TEST(CommaValues, AreNumbersBehindTheLastBlank) {
  const auto values = ReadCommaValues("P1;T1;a b 1,0,-30");
  ASSERT_TRUE(values);
  EXPECT_EQ(values->stack, "P1;T1;a b");
  EXPECT_EQ(values->count, 3u);
  for (const std::string_view line : {"", "a", "1,2", "a 1,x", "a ,", "a b"})
    EXPECT_FALSE(ReadCommaValues(line)) << line;
}

TEST(FoldedForm, IsThatOfAllLines) {
  EXPECT_EQ(FoldedFormOf("a;b 1\na 2\n").counts, Counts::kOne);
  EXPECT_EQ(FoldedFormOf("a;b 1 2\na 2 3\n").counts, Counts::kTwo);
  EXPECT_EQ(FoldedFormOf("a;b 1 2\nno count\na 2 3\n").counts, Counts::kTwo);
  EXPECT_EQ(FoldedFormOf("a;b 1 2\na 3\n").counts, Counts::kOne);
  EXPECT_EQ(FoldedFormOf("a;b [1 2]\na [3 4]\nx 5\n").counts, Counts::kBracketed);
  EXPECT_EQ(FoldedFormOf("a;b [1 2]\na [3 4]\n").columns.size(), 2u);
  EXPECT_EQ(FoldedFormOf("a;b [1 2]\na [3 4] 5\n").counts, Counts::kOne);
  EXPECT_EQ(FoldedFormOf("").counts, Counts::kOne);
}

TEST(FoldedForm, SaysHowTwoNumbersAreReadAndTakesAnother) {
  const std::string lines = "main;a 4711 5\nmain;b 4711 7\n";
  const FoldedForm two = FoldedFormOf(lines);
  ASSERT_EQ(two.notes.size(), 1u);
  EXPECT_NE(two.notes[0].find("before and after"), std::string::npos);
  EXPECT_NE(two.notes[0].find("\"# numbers: 1\""), std::string::npos);
  const FoldedForm one = FoldedFormOf("# numbers: 1\r\n" + lines);
  EXPECT_EQ(one.counts, Counts::kOne);
  EXPECT_TRUE(one.notes.empty());
  EXPECT_EQ(FoldedFormOf("# numbers: 12\n" + lines).counts, Counts::kTwo);
}

TEST(FoldedImporter, TakesCarriageReturnsForEndsOfLines) {
  for (const uint32_t workers : {1u, 3u}) {
    std::string text;
    for (int i = 0; i < 100'000; ++i) text += "main;a 3\rmain;b 2\r";
    for (const bool marked : {false, true}) {
      const std::string bytes = (marked ? "\xef\xbb\xbf" : "") + text;
      const CctPtr tree = test::Imported(bytes, {.worker_count = workers});
      EXPECT_EQ(tree->context_count(), 4u);
      EXPECT_EQ(tree->Total(0), 500'000u);
    }
  }
}

// The first line that has one count comes where no one has looked when the form was chosen.
TEST(FoldedForm, IsGivenUpForALaterLineThatDoesNotHaveIt) {
  std::string text;
  for (int i = 0; text.size() < 2 * kSniffBytes; ++i) text += fmt::format("main;f {} 1\n", i % 10);
  const auto import = [](const std::string& bytes, uint32_t workers) {
    return test::Imported(bytes, {.block_bytes = 1000, .worker_count = workers});
  };
  for (const uint32_t workers : {1u, 3u}) {
    const CctPtr two = import(text, workers);
    EXPECT_EQ(two->metric_count(), 2u);
    EXPECT_EQ(two->context_count(), 3u);
    const CctPtr one = import(text + "main;g 5\n", workers);
    EXPECT_EQ(one->metric_count(), 1u);
    EXPECT_EQ(one->context_count(), 13u);  // the root, main, g, and "f 0" to "f 9"
  }
}

TEST(FoldedFormTest, TheMetricIsNamedByWhoKnows) {
  const FoldedForm one = Named(FoldedForm::Plain(), {"cpu time", "us"});
  ASSERT_EQ(one.columns.size(), 1u);
  EXPECT_EQ(one.columns[0].metric, (Metric{"cpu time", "us", 1}));
  EXPECT_EQ(one.columns[0].negative_name, "cpu time (negative)");
  const FoldedForm two = Named(FoldedFormOf("a;b 1 2\na;c 3 4\n"), {"cpu time", {}});
  ASSERT_EQ(two.columns.size(), 2u);
  EXPECT_EQ(two.columns[0].metric, (Metric{"cpu time before", "count", 1}));
  EXPECT_EQ(two.columns[1].metric, (Metric{"cpu time after", "count", 1}));
  EXPECT_EQ(Named(FoldedForm::Plain(), {}).columns[0].metric, (Metric{"samples", "count", 1}));
}

}  // namespace
}  // namespace ringscope::folded_form_test
