#include "app/cli/text_table.h"

#include <gtest/gtest.h>

#include <string>

namespace ringscope {
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

}  // namespace
}  // namespace ringscope
