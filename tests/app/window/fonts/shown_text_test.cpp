#include "app/window/fonts/ui_fonts.h"

#include <gtest/gtest.h>

#include "cct/base/text/utf8.h"
#include "tests/app/app_test_state.h"

namespace ringscope::shown_text_test {
namespace {

std::u32string All(const ShownText& text) { return {text.code_points().begin(), text.code_points().end()}; }

TEST(ShownTextTest, NamesTitlesAndTypedCharactersAreFoundOnce) {
  AppState state = StateWith(TreeFromFolded("main;λ;чтение 2\nmain;λ;→\xFFλ 3\n"));
  ShownText text;
  EXPECT_FALSE(text.Look(state));
  std::u32string found = All(text);
  for (const char32_t wanted : std::u32string(U"λчтение→")) EXPECT_NE(found.find(wanted), found.npos);
  EXPECT_EQ(found.size(), 7u + 1);  // е comes twice; U+FFFD for the byte that is no UTF-8
  const uint64_t serial = text.serial();
  EXPECT_FALSE(text.Look(state));
  EXPECT_EQ(text.serial(), serial);
  text.Add(U'λ');
  text.Add(U'a');
  EXPECT_EQ(text.serial(), serial);
  text.Add(U'漢');
  EXPECT_GT(text.serial(), serial);
  state.settings.recent_files = {"/p/é.folded"};
  EXPECT_FALSE(text.Look(state));
  EXPECT_EQ(text.code_points().back(), U'é');
}

// Two characters of three bytes between ASCII of changing lengths: pieces end in the middle of some.
TEST(ShownTextTest, ALargeProfileIsLookedAtInPieces) {
  std::string folded;
  for (uint32_t i = 0; folded.size() < 2 * ShownText::kBytesPerCall + ShownText::kBytesPerCall / 2; ++i) {
    folded += "f" + std::to_string(i) + std::string(400 + i % 7, 'x') + "漢字" + std::to_string(i) + " 1\n";
  }
  folded += "終 1\n";
  const AppState state = StateWith(TreeFromFolded(folded));
  ShownText text;
  int calls = 1;
  for (; text.Look(state); ++calls) ASSERT_LT(calls, 10);
  EXPECT_EQ(calls, 3);
  EXPECT_EQ(All(text), U"漢字終");
}

TEST(ShownTextTest, OnlySoManyAndThenThoseOfWhatIsShown) {
  std::string folded;
  const auto append = [&](char32_t c) {
    folded += static_cast<char>(0xE0 | (c >> 12));
    folded += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
    folded += static_cast<char>(0x80 | (c & 0x3F));
  };
  for (char32_t c = 0x4E00; c < 0x4E00 + 5000; ++c) append(c);
  ShownText text;
  EXPECT_FALSE(text.Look(StateWith(TreeFromFolded(folded + " 1\n"))));
  EXPECT_EQ(text.code_points().size(), ShownText::kMaxCodePoints);
  const uint64_t serial = text.serial();
  EXPECT_FALSE(text.Look(StateWith(TreeFromFolded("λ 1\n"))));
  EXPECT_EQ(All(text), U"λ");
  EXPECT_GT(text.serial(), serial);
}

}  // namespace
}  // namespace ringscope::shown_text_test
