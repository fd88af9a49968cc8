#include "app/report/report.h"

#include <gtest/gtest.h>

#include <string>

namespace ringscope::text_table_test {
namespace {

using Align = TextTable::Align;

TEST(TextTableTest, ColumnsAreAsWideAsTheirWidestCell) {
  TextTable table({{"n"}, {"name", Align::kLeft}, {"value"}, {"last", Align::kLeft}});
  table.AddRow({"12345", "a", "1", "x"});
  table.AddRow({"6", "\xce\xb1\xce\xb2\xce\xb3\xce\xb4\xce\xb5", "22", ""});
  EXPECT_EQ(table.Text(),
            "    n  name   value  last\n"
            "12345  a          1  x\n"
            "    6  \xce\xb1\xce\xb2\xce\xb3\xce\xb4\xce\xb5     22  \n");
}

TEST(TextTableTest, WithoutRowsTheTitlesStay) { EXPECT_EQ(TextTable({{"a"}, {"b"}}).Text(), "a  b\n"); }

TEST(TextTableTest, ColumnsOfHighRanksGoWhereThereIsNoRoom) {
  TextTable table({{"a"}, {"more", Align::kRight, 1}, {"share", Align::kRight, 2}, {"name", Align::kLeft}});
  table.AddRow({"1", "2", "3", std::string(100, 'n')});
  // The name counts for no more than its first characters: 1 + 2 + 30, and 4 + 2 and 5 + 2 for the others.
  EXPECT_EQ(table.FittingRank(10), 0u);
  EXPECT_EQ(table.FittingRank(38), 0u);
  EXPECT_EQ(table.FittingRank(39), 1u);
  EXPECT_EQ(table.FittingRank(45), 1u);
  EXPECT_EQ(table.FittingRank(46), 2u);
  EXPECT_EQ(table.Text(1), "a  more  name\n1     2  " + std::string(100, 'n') + "\n");
  EXPECT_EQ(table.Text(0), "a  name\n1  " + std::string(100, 'n') + "\n");
}

TEST(TextTableTest, EmptyLinesAndNoTitles) {
  TextTable table({{""}, {"", Align::kLeft}});
  EXPECT_EQ(table.Text(), "");
  table.AddRow({"1", "one"});
  table.AddRow({});
  table.AddRow({"10", "ten"});
  EXPECT_EQ(table.Text(), " 1  one\n\n10  ten\n");
}

TEST(TextTableTest, CutsTheMiddleOfTheLastColumn) {
  TextTable table({{"a"}, {"more", Align::kRight, 1}, {"name", Align::kLeft}});
  table.AddRow({"1", "2", "abcdefghij"});
  table.AddRow({});
  table.AddRow({"1", "2", "\u00e4bcd"});
  table.CutLastColumn(14, 1);  // 1 + 2 + 4 + 2 before it
  EXPECT_EQ(table.Text(), "a  more  name\n1     2  ab\u2026ij\n\n1     2  \u00e4bcd\n");
  table.CutLastColumn(9, 1);  // no room for it at all
  EXPECT_EQ(table.Text(), "a  more  name\n1     2  ab\u2026ij\n\n1     2  \u00e4bcd\n");
  table.CutLastColumn(6, 0);
  EXPECT_EQ(table.Text(0), "a  name\n1  a\u2026j\n\n1  \u00e4\u2026d\n");
}

}  // namespace
}  // namespace ringscope::text_table_test
