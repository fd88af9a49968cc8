#include "cct/base/text/utf8.h"

#include <gtest/gtest.h>

#include <iterator>
#include <string>

namespace ringscope::utf8_test {
namespace {

std::u32string Decode(std::string_view text) {
  std::u32string points;
  while (!text.empty()) points += TakeCodePoint(text);
  return points;
}

TEST(TakeCodePoint, DecodesAndNeverReadsBeyondTheEnd) {
  EXPECT_EQ(Decode("a\xc3\xa9\xe2\x82\xac\xf0\x9f\x8d\x95"), U"aé€🍕");
  EXPECT_EQ(Decode("\xff"
                   "a"),
            U"\xfffd"
            U"a");
  EXPECT_EQ(Decode(std::string_view("\xe2\x82", 2)), U"\xfffd\xfffd");
  EXPECT_EQ(Decode("\xc3("), U"\xfffd(");
}

TEST(ValidUtf8Length, RefusesOverlongFormsSurrogatesAndWhatIsBeyondUnicode) {
  EXPECT_EQ(ValidUtf8Length("a"), 1u);
  EXPECT_EQ(ValidUtf8Length("\xc3\xa9"), 2u);
  EXPECT_EQ(ValidUtf8Length("\xe2\x82\xac"), 3u);
  EXPECT_EQ(ValidUtf8Length("\xf4\x8f\xbf\xbf"), 4u);
  for (const std::string_view bad :
       {"\x80", "\xc0\x80", "\xc1\xbf", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xf0\x8f\xbf\xbf",
        "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xe2\x82", "\xff"}) {
    EXPECT_EQ(ValidUtf8Length(bad), 0u);
  }
}

TEST(Utf8Prefix, CutsNoCharacterInTwo) {
  const std::string_view text = "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80z";  // of 1, 2, 3, 4 and 1 bytes
  const size_t kept[] = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 11, 11};
  for (size_t most = 0; most < std::size(kept); ++most) EXPECT_EQ(Utf8Prefix(text, most).size(), kept[most]);
  EXPECT_EQ(Utf8Prefix("\x80\x80\x80\x80", 2), "\x80\x80") << "what is no UTF-8 is cut anywhere";
}

TEST(EncodeUtf8, WritesWhatIsReadBack) {
  std::string text;
  std::u32string codes;
  for (const char32_t code :
       {0x0u, 0x7fu, 0x80u, 0x7ffu, 0x800u, 0xd7ffu, 0xe000u, 0xffffu, 0x10000u, 0x10ffffu}) {
    AppendUtf8(code, text);
    codes += code;
  }
  EXPECT_EQ(text.size(), 1u * 2 + 2u * 2 + 3u * 4 + 4u * 2);
  EXPECT_EQ(Decode(text), codes);
}

}  // namespace
}  // namespace ringscope::utf8_test
