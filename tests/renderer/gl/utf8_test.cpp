#include "renderer/gl/utf8.h"

#include <gtest/gtest.h>

#include <string>

namespace ringscope {
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

}  // namespace
}  // namespace ringscope
