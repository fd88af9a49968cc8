#include "cct/source/source_changes.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace ringscope::line_alignment_test {
namespace {

using Lines = std::vector<std::string_view>;

// "=" of both, "-" before alone, "+" after alone.
std::string Marks(const Lines& before, const Lines& after) {
  std::string marks;
  for (const LinePair& pair : AlignLines(before, after))
    marks += pair.before == kNoLine ? '+' : pair.after == kNoLine ? '-' : '=';
  return marks;
}

TEST(LineAlignment, PutsEqualLinesSideBySide) {
  EXPECT_EQ(Marks({}, {}), "");
  EXPECT_EQ(Marks({"a", "b"}, {"a", "b  "}), "==");
  EXPECT_EQ(Marks({}, {"a"}), "+");
  EXPECT_EQ(Marks({"a", "b", "c"}, {"a", "c"}), "=-=");
  EXPECT_EQ(Marks({"a", "old", "b", "c", "gone"}, {"a", "new", "newer", "b", "c"}), "=-++==-");
}

size_t LongestCommon(const Lines& a, const Lines& b) {
  std::vector<std::vector<size_t>> best(a.size() + 1, std::vector<size_t>(b.size() + 1, 0));
  for (size_t i = a.size(); i-- > 0;) {
    for (size_t j = b.size(); j-- > 0;)
      best[i][j] = a[i] == b[j] ? best[i + 1][j + 1] + 1 : std::max(best[i + 1][j], best[i][j + 1]);
  }
  return best[0][0];
}

TEST(LineAlignment, IsALongestCommonSubsequence) {
  std::mt19937 random(7);
  const Lines words{"a", "b", "c", "d"};
  for (int round = 0; round < 500; ++round) {
    Lines side[2];
    for (Lines& lines : side) {
      const size_t count = random() % 12;
      for (size_t i = 0; i < count; ++i) lines.push_back(words[random() % words.size()]);
    }
    uint32_t next[2] = {0, 0};
    size_t common = 0;
    for (const LinePair& pair : AlignLines(side[0], side[1])) {
      if (pair.before != kNoLine) {
        EXPECT_EQ(pair.before, next[0]++);
      }
      if (pair.after != kNoLine) {
        EXPECT_EQ(pair.after, next[1]++);
      }
      if (pair.before == kNoLine || pair.after == kNoLine) continue;
      EXPECT_EQ(side[0][pair.before], side[1][pair.after]);
      ++common;
    }
    EXPECT_EQ(next[0], side[0].size());
    EXPECT_EQ(next[1], side[1].size());
    EXPECT_EQ(common, LongestCommon(side[0], side[1])) << round;
  }
}

TEST(LineAlignment, OfVeryLongTextsIsTheirEndsAlone) {
  std::vector<std::string> texts;
  for (size_t i = 0; i < 2 * kMaxAlignedLines + 2; ++i) texts.push_back(std::to_string(i));
  Lines before{"same"}, after{"same"};
  for (size_t i = 0; i <= kMaxAlignedLines; ++i) {
    before.push_back(texts[i]);
    after.push_back(texts[i + kMaxAlignedLines + 1]);
  }
  before.push_back("end");
  after.push_back("end");
  const auto pairs = AlignLines(before, after);
  EXPECT_EQ(pairs.size(), 2 * (kMaxAlignedLines + 1) + 2);
  EXPECT_EQ(pairs.front(), (LinePair{0, 0}));
  EXPECT_EQ(pairs.back(), (LinePair{static_cast<uint32_t>(before.size() - 1), static_cast<uint32_t>(after.size() - 1)}));
}

}  // namespace
}  // namespace ringscope::line_alignment_test
