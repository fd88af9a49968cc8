// Fonts as this system has them: what DejaVu covers is always there, the rest is looked for.
#include "renderer/gl/font_face.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "renderer/gl/font_finder.h"

namespace ringscope {
namespace {

constexpr char32_t kNobodys = 0x10FFFD;  // private use: in no font

std::shared_ptr<const FontFace> Load(const char* family) {
  auto font = FontFace::LoadDefault(family);
  EXPECT_TRUE(font) << DescribeError(font.error());
  return font ? *font : nullptr;
}

TEST(FontFinderTest, FontsAreFoundForWhatTheyCover) {
  const FontFinder finder;
  const std::vector<char32_t> wanted{U'ш', U'λ', U'ش', kNobodys, U'ш'};
  const auto covers = finder.FindCovering(wanted);
  ASSERT_FALSE(covers.empty());
  std::vector<char32_t> covered;
  for (const auto& cover : covers) {
    EXPECT_FALSE(cover.font.path.empty());
    EXPECT_TRUE(std::is_sorted(cover.code_points.begin(), cover.code_points.end()));
    covered.insert(covered.end(), cover.code_points.begin(), cover.code_points.end());
  }
  std::sort(covered.begin(), covered.end());
  EXPECT_EQ(covered, (std::vector<char32_t>{U'λ', U'ш', U'ش'})) << "each once, and nobody's by nobody";
  EXPECT_TRUE(finder.FindCovering({}).empty());
  EXPECT_TRUE(finder.FindCovering(std::vector<char32_t>{kNobodys}).empty());
}

TEST(FontFinderTest, FamiliesDiffer) {
  const FontFinder finder;
  const auto sans = finder.Find("sans"), mono = finder.Find("monospace"), any = finder.Find("no such font");
  ASSERT_TRUE(sans && mono && any);
  EXPECT_NE(*sans, *mono);
}

TEST(FontFaceTest, ScriptsOfOneFontAreThere) {
  const auto font = Load("sans");
  ASSERT_NE(font, nullptr);
  for (const char32_t c : {U'a', U'é', U'ш', U'λ', U'ش'}) {
    EXPECT_TRUE(font->Has(c)) << static_cast<uint32_t>(c);
    EXPECT_GT(font->Advance(c, 13), 0);
    EXPECT_FALSE(font->Rasterize(c, 13).coverage.empty());
  }
  EXPECT_FALSE(font->Has(kNobodys));
}

// Tifinagh is in DejaVu Sans, but not in its monospace sister.
TEST(FontFaceTest, AnotherFontHelpsOut) {
  constexpr char32_t kTifinaghYab = 0x2D31;
  const auto mono = Load("monospace");
  ASSERT_NE(mono, nullptr);
  const auto alone = FontFace::LoadFile(mono->file().path, mono->file().face_index);
  ASSERT_TRUE(alone);
  if ((*alone)->Has(kTifinaghYab)) GTEST_SKIP() << "the monospace font of this system has it itself";
  EXPECT_TRUE(mono->Has(kTifinaghYab));
  const auto sans = Load("sans");
  ASSERT_NE(sans, nullptr);
  EXPECT_FLOAT_EQ(mono->Advance(kTifinaghYab, 20), sans->Advance(kTifinaghYab, 20));
  EXPECT_EQ(mono->Rasterize(kTifinaghYab, 20).coverage, sans->Rasterize(kTifinaghYab, 20).coverage);
  // What both have stays with the font itself.
  EXPECT_FLOAT_EQ(mono->Advance(U'i', 20), mono->Advance(U'M', 20));
}

TEST(FontFaceTest, ChineseAndJapaneseShowWhereAFontHasThem) {
  const auto font = Load("sans");
  ASSERT_NE(font, nullptr);
  if (!font->Has(U'漢')) GTEST_SKIP() << "no font of this system has it";
  EXPECT_NEAR(font->Advance(U'漢', 20), 20, 3);
  EXPECT_TRUE(font->Has(U'テ'));
  EXPECT_FALSE(font->Rasterize(U'漢', 20).coverage.empty());
}

TEST(FontFaceTest, MissesAreNotLookedForForEver) {
  const auto font = Load("sans");
  ASSERT_NE(font, nullptr);
  for (char32_t c = 0xF0000; c < 0xF4000; ++c) (void)font->Advance(c, 13);
  EXPECT_FALSE(font->Has(0xF0000));
  EXPECT_TRUE(font->Has(U'ш'));
}

}  // namespace
}  // namespace ringscope
