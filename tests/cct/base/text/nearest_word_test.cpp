#include "cct/base/text/nearest_word.h"

#include <gtest/gtest.h>

#include <array>

namespace ringscope::nearest_word_test {
namespace {

std::string Nearest(std::string_view written) {
  const std::array<std::string, 6> words{"methods", "callers", "callees", "info", "dump", "table"};
  return NearestWord(written, words).value_or("");
}

TEST(NearestWordTest, LettersMissingTooManyWrongOrSwapped) {
  EXPECT_EQ(Nearest("metods"), "methods");
  EXPECT_EQ(Nearest("methodss"), "methods");
  EXPECT_EQ(Nearest("mathods"), "methods");
  EXPECT_EQ(Nearest("mehtods"), "methods");
  EXPECT_EQ(Nearest("caller"), "callers");
  EXPECT_EQ(Nearest("calees"), "callees");
  EXPECT_EQ(Nearest("ifno"), "info");
  EXPECT_EQ(Nearest("method"), "methods");
  EXPECT_EQ(Nearest("dump"), "dump");
}

TEST(NearestWordTest, OtherWordsAreNotNear) {
  for (const char* written : {"", "z", "zz", "in", "profile.folded", "/tmp/dump", "dmpu2x", "infinite"})
    EXPECT_EQ(Nearest(written), "") << written;
  EXPECT_EQ(Nearest(std::string(100'000, 'd')), "");
}

}  // namespace
}  // namespace ringscope::nearest_word_test
