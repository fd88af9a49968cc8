#include "cct/base/text/utf8.h"

#include <gtest/gtest.h>

#include <string>

namespace ringscope::terminal_text_test {
namespace {

TEST(TerminalText, SpellsOutWhatWouldBeActedOn) {
  EXPECT_EQ(TerminalLine("plain é € 🍕 ~"), "plain é € 🍕 ~");
  EXPECT_EQ(TerminalLine("\x1b]0;title\x07"), "\\x1b]0;title\\x07");
  EXPECT_EQ(TerminalLine(std::string_view("a\0b\x7f", 4)), "a\\x00b\\x7f");
  EXPECT_EQ(TerminalLine("\u009b31m"), "\\u009b31m");
  EXPECT_EQ(TerminalLine("\x9b"
                         "31m"),
            "\\x9b31m");
  EXPECT_EQ(TerminalLine("a\u202eb\u2066c\u200fd\u061ce\u2028"), "a\\u202eb\\u2066c\\u200fd\\u061ce\\u2028");
  EXPECT_EQ(TerminalLine("\xe2\x80"), "\\xe2\\x80");
}

TEST(TerminalText, KeepsTheLayoutOfWhoLaidTheTextOut) {
  std::string text;
  AppendTerminalText(text, "a\tb\n\x1b\r\n", LineBreaks::kKept);
  EXPECT_EQ(text, "a\tb\n\\x1b\\x0d\n");
  EXPECT_EQ(TerminalLine("a\tb\n"), "a\\x09b\\x0a");
}

}  // namespace
}  // namespace ringscope::terminal_text_test
