#include "renderer/color/palette.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/renderer/color/color_vision.h"

namespace ringscope::chart_test::palette_test {
namespace {

// In OKLab 0.02 is about one just noticeable difference. Groups keep four of them apart; what is told by its
// place or hatching too needs less.
constexpr double kApart = 0.08;
constexpr double kDistinct = 0.06;

std::vector<Color> SequentialColors(Theme theme, int count) {
  std::vector<Color> colors;
  for (int i = 0; i < count; ++i) colors.push_back(SequentialColor(i / (count - 1.0), theme));
  return colors;
}

std::vector<Color> KindColors(Theme theme) {
  std::vector<Color> colors;
  for (const FrameKind kind : {FrameKind::kUser, FrameKind::kKernel, FrameKind::kInlined, FrameKind::kJit,
                               FrameKind::kInterpreted, FrameKind::kSynthetic, FrameKind::kThread}) {
    colors.push_back(SrgbFromOkLch(KindTone(kind, theme)));
  }
  return colors;
}

std::vector<Color> MutedColors(Theme theme) {
  std::vector<Color> colors;
  for (uint32_t i = 0; i < kMutedToneCount; ++i) colors.push_back(SrgbFromOkLch(MutedTone(i, theme)));
  return colors;
}

TEST(ColorVisionTest, ABadPaletteIsFoundOut) {
  // Red and green of one lightness, told apart by everybody but those who cannot.
  const std::vector<Color> red_green{SrgbFromOkLch({0.6, 0.13, 28}), SrgbFromOkLch({0.6, 0.13, 118})};
  EXPECT_GT(OkLabDistance(Seen(red_green[0], kVisions[0]), Seen(red_green[1], kVisions[0])), 2 * kApart);
  EXPECT_LT(SmallestDistance(red_green), kDistinct);
  // Blue and green for tritanopia.
  const std::vector<Color> blue_green{SrgbFromOkLch({0.7, 0.1, 165}), SrgbFromOkLch({0.7, 0.1, 225})};
  EXPECT_LT(SmallestDistance(blue_green), kDistinct);

  std::vector<Color> rainbow;
  for (int i = 0; i < 32; ++i) rainbow.push_back(SrgbFromOkLch({0.7, 0.12, i * 8.0}));
  EXPECT_FALSE(HasMonotoneLightness(rainbow));
  // Rises for most people; to those with protanopia the reds at its end are darker than what comes before.
  std::vector<Color> into_red;
  for (int i = 0; i < 32; ++i) into_red.push_back(SrgbFromOkLch({0.55 + 0.002 * i, 0.19, 110 - i * 2.6}));
  EXPECT_FALSE(HasMonotoneLightness(into_red));
}

class PaletteTest : public testing::TestWithParam<Theme> {
 protected:
  const ChartPalette& palette_ = PaletteOf(GetParam());
};

TEST_P(PaletteTest, GroupColorsStayApartForEveryEye) {
  EXPECT_EQ(GroupColors(GetParam()).size(), kGroupToneCount);
  EXPECT_GT(SmallestDistance(GroupColors(GetParam())), kApart);
}

TEST_P(PaletteTest, KindsStayApartForEveryEye) {
  EXPECT_GT(SmallestDistance(KindColors(GetParam())), kDistinct);
}

TEST_P(PaletteTest, HighlightsStandOutForEveryEye) {
  EXPECT_GT(WorstDistance(palette_.highlight, palette_.search_match), 0.1);
  for (const Color color : GroupColors(GetParam())) {
    EXPECT_GT(WorstDistance(palette_.highlight, color), kApart);
    EXPECT_GT(WorstDistance(palette_.search_match, color), 0.07);
    EXPECT_GT(WorstDistance(palette_.rest, color), kApart);
    EXPECT_GT(WorstDistance(palette_.background, color), 0.15);
  }
  std::vector<Color> others = MutedColors(GetParam());
  others.push_back(NeutralColor(GetParam()));
  for (const Color color : others) {
    EXPECT_GT(WorstDistance(palette_.highlight, color), 0.15);
    EXPECT_GT(WorstDistance(palette_.search_match, color), 0.1);
    EXPECT_GT(WorstDistance(palette_.rest, color), kDistinct);
    EXPECT_GT(WorstDistance(palette_.background, color), 0.1);
  }
}

TEST_P(PaletteTest, DifferencesStayApartForEveryEye) {
  const auto color = [&](DifferenceKind kind, double part) {
    return DifferenceColor({kind, part}, SourceChange::kUnknown, DifferenceColors::kMap, GetParam());
  };
  const std::vector<Color> colors{color(DifferenceKind::kGone, -1), color(DifferenceKind::kLess, -1),
                                  color(DifferenceKind::kWithinNoise, 0.9), color(DifferenceKind::kMore, 1),
                                  color(DifferenceKind::kNew, 1)};
  EXPECT_GT(SmallestDistance(colors), kApart);
  EXPECT_EQ(colors[2], DivergingColor(0, GetParam())) << "noise says nothing, however large";
  for (const Color one : colors) {
    EXPECT_GT(WorstDistance(palette_.highlight, one), kApart);
    EXPECT_GT(WorstDistance(palette_.search_match, one), kApart);
    EXPECT_GT(WorstDistance(palette_.rest, one), kDistinct);
    EXPECT_GT(WorstDistance(palette_.background, one), 0.1);
  }
  // Further out is further from the middle, and both ways look different everywhere.
  double last = 0;
  for (int i = 1; i <= 20; ++i) {
    const double part = i / 20.0;
    const double distance = WorstDistance(DivergingColor(0, GetParam()), DivergingColor(part, GetParam()));
    EXPECT_GT(distance, last);
    last = distance;
    if (part >= 0.5) {
      EXPECT_GT(WorstDistance(DivergingColor(part, GetParam()), DivergingColor(-part, GetParam())), kApart);
    }
  }
  EXPECT_EQ(DivergingColor(7, GetParam()), DivergingColor(1, GetParam()));
  EXPECT_EQ(DivergingColor(std::nan(""), GetParam()), DivergingColor(0, GetParam()));
}

TEST_P(PaletteTest, TheFewColoursOfDifferencesStayApartForEveryEye) {
  const auto Blueprint = [](ContextDifference difference, SourceChange source) {
    return DifferenceColor(difference, source, DifferenceColors::kBlueprint, GetParam());
  };
  std::vector<Color> colors;
  for (const DifferenceKind kind : {DifferenceKind::kMore, DifferenceKind::kLess, DifferenceKind::kNew,
                                    DifferenceKind::kGone, DifferenceKind::kWithinNoise})
    colors.push_back(Blueprint({kind, 0.5}, SourceChange::kUnknown));
  EXPECT_EQ(Blueprint({DifferenceKind::kMore, 0.5}, SourceChange::kSame), colors[0]);
  for (const DifferenceKind kind : {DifferenceKind::kMore, DifferenceKind::kLess})
    colors.push_back(Blueprint({kind, 0.5}, SourceChange::kChanged));
  EXPECT_GT(SmallestDistance(colors), 0.07);
  EXPECT_EQ(DifferenceColor({DifferenceKind::kMore, 0.5}, SourceChange::kChanged, DifferenceColors::kMap, GetParam()),
            DivergingColor(0.5, GetParam()));
}

TEST_P(PaletteTest, MutedTonesStepBackBehindGroupTones) {
  for (uint32_t muted = 0; muted < kMutedToneCount; ++muted) {
    for (uint32_t group = 0; group < kGroupToneCount; ++group) {
      EXPECT_LT(MutedTone(muted, GetParam()).chroma, 0.4 * GroupTone(group, GetParam()).chroma);
      EXPECT_GT(WorstDistance(MutedColors(GetParam())[muted], GroupColors(GetParam())[group]), 0.04);
    }
  }
}

TEST_P(PaletteTest, PaleTonesStayApartFromEachOtherAndFromGroupTones) {
  std::vector<Color> colors(GroupColors(GetParam()).begin(), GroupColors(GetParam()).end());
  for (uint32_t pale = 0; pale < kPaleToneCount; ++pale)
    colors.push_back(SrgbFromOkLch(PaleTone(pale, GetParam())));
  // Two just noticeable differences to every eye, three to the one that sees all hues.
  EXPECT_GT(SmallestDistance(colors), 0.04);
  for (size_t i = 0; i < colors.size(); ++i) {
    for (size_t j = 0; j < i; ++j)
      EXPECT_GT(OkLabDistance(Seen(colors[i], kVisions[0]), Seen(colors[j], kVisions[0])), kDistinct);
  }
  for (uint32_t pale = 0; pale < kPaleToneCount; ++pale) {
    const Color color = colors[kGroupToneCount + pale];
    EXPECT_LT(PaleTone(pale, GetParam()).chroma, 0.05);
    EXPECT_GT(WorstDistance(palette_.highlight, color), kApart) << pale;
    EXPECT_GT(WorstDistance(palette_.search_match, color), kDistinct) << pale;
    EXPECT_GT(WorstDistance(palette_.rest, color), kDistinct) << pale;
    EXPECT_GT(WorstDistance(palette_.background, color), 0.1) << pale;
  }
}

std::vector<Color> NameColors(Theme theme, int count) {
  std::vector<Color> colors;
  for (int i = 0; i < count; ++i) {
    const std::string name = "function" + std::to_string(i);
    colors.push_back(SrgbFromOkLch(VariedTone(NameTone(name, theme), name, 1)));
  }
  return colors;
}

TEST_P(PaletteTest, TonesOfNamesKeepAwayFromWhatStandsForSomethingElse) {
  for (const Color color : NameColors(GetParam(), 2000)) {
    EXPECT_GT(WorstDistance(palette_.highlight, color), 0.05);
    EXPECT_GT(WorstDistance(palette_.search_match, color), 0.05);
    EXPECT_GT(WorstDistance(palette_.rest, color), kDistinct);
    EXPECT_GT(WorstDistance(palette_.background, color), 0.1);
    EXPECT_GT(ContrastRatio(color, TextColorOn(color, GetParam())), 3.9);
  }
}

TEST_P(PaletteTest, FunctionsWithoutAGroupAreRarelyAlike) {
  const std::vector<Color> colors = NameColors(GetParam(), 200);
  int alike = 0, pairs = 0;
  for (size_t i = 0; i < colors.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      ++pairs;
      alike += OkLabDistance(Seen(colors[i], kVisions[0]), Seen(colors[j], kVisions[0])) < 0.03;
    }
  }
  EXPECT_LT(alike, pairs / 20) << alike << " of " << pairs;
}

TEST_P(PaletteTest, TheSequentialMapRisesEvenlyForEveryEye) {
  const std::vector<Color> colors = SequentialColors(GetParam(), 16);
  EXPECT_TRUE(HasMonotoneLightness(colors));
  const bool rises = OkLabFromLinear(LinearFromSrgb(colors.back())).lightness >
                     OkLabFromLinear(LinearFromSrgb(colors.front())).lightness;
  EXPECT_EQ(rises, GetParam() == Theme::kDark);
  for (const Vision& vision : kVisions) {
    double shortest = 10, longest = 0;
    for (size_t i = 1; i < colors.size(); ++i) {
      const double step = OkLabDistance(Seen(colors[i], vision), Seen(colors[i - 1], vision));
      shortest = std::min(shortest, step);
      longest = std::max(longest, step);
    }
    // Rounding to 8 bits makes for a tenth and more.
    EXPECT_LT(longest / shortest, vision.name == "normal" ? 1.25 : 2.6) << vision.name;
    EXPECT_GT(OkLabDistance(Seen(colors.front(), vision), Seen(colors.back(), vision)), 0.35) << vision.name;
  }
}

TEST_P(PaletteTest, TheSequentialMapKeepsAwayFromEverythingElse) {
  for (const Color color : SequentialColors(GetParam(), 256)) {
    EXPECT_GT(WorstDistance(color, palette_.highlight), kApart);
    EXPECT_GT(WorstDistance(color, palette_.search_match), kDistinct);
    EXPECT_GT(WorstDistance(color, palette_.rest), kDistinct);
    EXPECT_GT(WorstDistance(color, palette_.background), 0.1);
  }
}

TEST_P(PaletteTest, TheSequentialMapIsClampedAtItsEnds) {
  EXPECT_EQ(SequentialColor(-1, GetParam()), SequentialColor(0, GetParam()));
  EXPECT_EQ(SequentialColor(2, GetParam()), SequentialColor(1, GetParam()));
  EXPECT_EQ(SequentialColor(std::nan(""), GetParam()), SequentialColor(0, GetParam()));
  EXPECT_NE(SequentialColor(0, GetParam()), SequentialColor(1, GetParam()));
}

TEST_P(PaletteTest, TextIsReadableOnEveryFill) {
  std::vector<Color> fills = SequentialColors(GetParam(), 256);
  std::vector<OkLch> tones;
  for (uint32_t i = 0; i < kGroupToneCount; ++i) tones.push_back(GroupTone(i, GetParam()));
  for (uint32_t i = 0; i < kMutedToneCount; ++i) tones.push_back(MutedTone(i, GetParam()));
  for (uint32_t i = 0; i < kPaleToneCount; ++i) tones.push_back(PaleTone(i, GetParam()));
  for (const OkLch& tone : tones) {
    for (int i = 0; i < 50; ++i) {
      fills.push_back(SrgbFromOkLch(VariedTone(tone, "function" + std::to_string(i), 1)));
    }
  }
  fills.push_back(NeutralColor(GetParam()));
  fills.push_back(palette_.search_match);
  fills.push_back(palette_.highlight);
  // In the middle between dark and light both kinds of text have the same contrast, about 4.
  for (const Color fill : fills) EXPECT_GT(ContrastRatio(fill, TextColorOn(fill, GetParam())), 3.9);
  // Where there is no group tone in the middle, text has the contrast asked for by WCAG AA.
  int good = 0;
  for (const Color fill : GroupColors(GetParam()))
    good += ContrastRatio(fill, TextColorOn(fill, GetParam())) >= 4.5;
  EXPECT_EQ(good, static_cast<int>(kGroupToneCount));
}

TEST_P(PaletteTest, FunctionsOfOneToneCarryTheSameTextColor) {
  for (uint32_t group = 0; group < kGroupToneCount; ++group) {
    const Color text = TextColorOn(GroupColors(GetParam())[group], GetParam());
    for (int i = 0; i < 100; ++i) {
      const OkLch tone = VariedTone(GroupTone(group, GetParam()), "f" + std::to_string(i), 1);
      EXPECT_EQ(TextColorOn(SrgbFromOkLch(tone), GetParam()), text);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Themes, PaletteTest, testing::Values(Theme::kDark, Theme::kLight));

TEST(StableHashTest, NeverChanges) {
  // Colours people remember hang on it.
  EXPECT_EQ(StableHash(""), 0xf52a15e9a9b5e89bull);
  EXPECT_EQ(StableHash("libc.so.6") % kGroupToneCount, 6u);
}

}  // namespace
}  // namespace ringscope::chart_test::palette_test
