#include "app/widgets/widgets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace ringscope::widgets_test {
namespace {

// With the font that ImGui brings along, of which every character is as wide as the others.
class WidgetsTest : public ::testing::Test {
 protected:
  WidgetsTest() : imgui_(ImGui::CreateContext()) {
    ImGui::SetCurrentContext(imgui_);
    unsigned char* pixels = nullptr;
    int width = 0, height = 0;
    ImGui::GetIO().Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
    font = ImGui::GetIO().Fonts->Fonts[0];
  }
  ~WidgetsTest() override { ImGui::DestroyContext(imgui_); }

  float WidthOf(int characters) {
    return TextWidth(font, std::string(static_cast<size_t>(characters), 'x')) + 0.1f;
  }

  ImFont* font = nullptr;

 private:
  ImGuiContext* imgui_;
};

using Lines = std::vector<std::string>;

TEST_F(WidgetsTest, ANameTakesTwoLines) {
  constexpr std::string_view kName = "java.util.HashMap.getNode";
  EXPECT_EQ(WrapName(font, kName, WidthOf(25)).lines, (Lines{"java.util.HashMap.getNode"}));
  const NameLines two = WrapName(font, kName, WidthOf(18));
  EXPECT_EQ(two.lines, (Lines{"java.util.HashMap.", "getNode"}));
  EXPECT_TRUE(two.whole);
}

TEST_F(WidgetsTest, LabelsThatHaveNoRoomBesideEachOtherTakeMoreRows) {
  constexpr std::array<std::string_view, 5> kLabels{"Structure", "Behavior", "Modules", "Functions",
                                                    "Threads"};
  const float each = TextWidth(font, "Structure") + 4 + 1;
  EXPECT_EQ(RowsOfLabels(font, kLabels, 5 * each, 4), 1u);
  EXPECT_EQ(RowsOfLabels(font, kLabels, 5 * each - 1, 4), 2u);
  EXPECT_EQ(RowsOfLabels(font, kLabels, 3 * each, 4), 2u);
  EXPECT_EQ(RowsOfLabels(font, kLabels, 2 * each, 4), 3u);
  EXPECT_EQ(RowsOfLabels(font, kLabels, 1, 4), 5u) << "one of them alone has no room either";
  EXPECT_EQ(RowsOfLabels(font, {}, 100, 4), 1u);
}

TEST_F(WidgetsTest, TheTwoLinesOfANameAreOneName) {
  constexpr std::string_view kName =
      "void std::__introsort_loop<__gnu_cxx::__normal_iterator<int*, std::vector<int> >, long, "
      "__gnu_cxx::__ops::_Iter_comp_iter<Less> >(int*, int*)";
  const NameLines lines = WrapName(font, kName, WidthOf(56));
  EXPECT_EQ(lines.lines, (Lines{"std::__introsort_loop<\xE2\x80\xA6>"}));
  EXPECT_FALSE(lines.whole);
  for (int characters = 4; characters < 160; ++characters) {
    const NameLines some = WrapName(font, kName, WidthOf(characters));
    ASSERT_LE(some.lines.size(), 2u);
    std::string all;
    for (const std::string& line : some.lines) {
      EXPECT_LE(TextWidth(font, line), WidthOf(characters)) << line;
      all += line;
    }
    EXPECT_EQ(some.whole, all == kName);
    const auto count = [&](char c) { return std::count(all.begin(), all.end(), c); };
    EXPECT_TRUE(characters < 24 || count('<') == count('>')) << all;
  }
}

TEST_F(WidgetsTest, LinesBreakBetweenWordsAndNeverInNumbers) {
  EXPECT_EQ(BreakLines(font, "all of 557,684,339 samples", WidthOf(12)), "all of\n557,684,339\nsamples");
  EXPECT_EQ(BreakLines(font, "from 1.5 s\nto 2.25 s", WidthOf(9)), "from\n1.5 s\nto 2.25 s");
  EXPECT_EQ(BreakLines(font, "as it is", WidthOf(8)), "as it is");
  EXPECT_EQ(BreakLines(font, "a word-that-is-too-long", WidthOf(6)), "a\nword-that-is-too-long");
  EXPECT_EQ(BreakLines(font, "", WidthOf(6)), "");
}

TEST_F(WidgetsTest, APlaceKeepsItsLine) {
  constexpr std::string_view kPlace = "file:///tmp/ts/node_modules/typescript/lib/tsc.js:9229:16";
  EXPECT_EQ(FitTextMiddle(font, kPlace, WidthOf(30)), "file:///tmp/ts/\xE2\x80\xA6tsc.js:9229:16");
  EXPECT_EQ(FitTextMiddle(font, kPlace, WidthOf(80)), kPlace);
}

}  // namespace
}  // namespace ringscope::widgets_test
