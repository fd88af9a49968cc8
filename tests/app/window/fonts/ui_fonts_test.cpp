#include "app/window/fonts/ui_fonts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace ringscope::ui_fonts_test {
namespace {

// The serif font of DejaVu has no Hebrew, the sans serif one has.
constexpr char32_t kHebrew = U'\u05D0', kLambda = U'\u03BB', kArmenian = U'\u0561', kKanji = U'\u6F22';

class UiFontsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    context_ = ImGui::CreateContext();
    const auto serif = FindFontFile("DejaVu Serif"), sans = FindFontFile("DejaVu Sans");
    ASSERT_TRUE(serif && sans);
    auto font = FontFace::LoadFile(*serif, [sans = *sans](char32_t code_point) -> std::optional<FontFile> {
      if (code_point == kKanji || code_point > 0xFFFF) return std::nullopt;
      return sans;
    });
    ASSERT_TRUE(font);
    font_ = *font;
  }
  void TearDown() override { ImGui::DestroyContext(context_); }

  // The fonts stay until the next ones are made.
  PanelFonts Make(const FontFile* mono, std::span<const char32_t> code_points, float scale) {
    made_ = MakeUiFonts(PlanUiFonts(font_.get(), mono, code_points, scale));
    return made_.fonts;
  }
  [[nodiscard]] static bool Has(const PanelFonts& fonts, char32_t code_point) {
    const auto c = static_cast<ImWchar>(code_point);
    const auto in = [&](ImFont* font) { return font->FindGlyphNoFallback(c) != nullptr; };
    EXPECT_EQ(in(fonts.regular), in(fonts.small));
    EXPECT_EQ(in(fonts.regular), in(fonts.title));
    return in(fonts.regular);
  }

  ImGuiContext* context_ = nullptr;
  std::shared_ptr<const FontFace> font_;
  UiFonts made_;
};

TEST_F(UiFontsTest, OtherFontsAreMergedForWhatTheFirstOneLacks) {
  const PanelFonts plain = Make(nullptr, {}, 1);
  EXPECT_TRUE(Has(plain, U'a') && Has(plain, kLambda));
  EXPECT_FALSE(Has(plain, kHebrew) || Has(plain, kArmenian));
  const std::vector<char32_t> wanted{kHebrew, kLambda, kArmenian, kKanji, U'\U0001D538'};
  EXPECT_TRUE(UiFontsLack(plain, font_.get(), wanted, 1));
  const PanelFonts fonts = Make(nullptr, wanted, 1);
  EXPECT_TRUE(Has(fonts, U'a') && Has(fonts, kLambda) && Has(fonts, kHebrew) && Has(fonts, kArmenian));
  EXPECT_FALSE(Has(fonts, kKanji));  // no font has it
  EXPECT_FALSE(UiFontsLack(fonts, font_.get(), wanted, 1));
  // Lines stay as high as they were.
  EXPECT_EQ(fonts.regular->FontSize, 15);
}

TEST_F(UiFontsTest, SourceIsShownInLettersOfOneWidth) {
  const auto mono = FindFontFile("DejaVu Sans Mono");
  ASSERT_TRUE(mono);
  const std::vector<char32_t> wanted{kHebrew};
  const PanelFonts fonts = Make(&*mono, wanted, 1);
  const auto width = [](ImFont* font, ImWchar c) { return font->FindGlyph(c)->AdvanceX; };
  EXPECT_EQ(width(fonts.mono, 'i'), width(fonts.mono, 'W'));
  EXPECT_NE(width(fonts.small, 'i'), width(fonts.small, 'W'));
  // What it lacks comes from the others.
  EXPECT_NE(fonts.mono->FindGlyphNoFallback(static_cast<ImWchar>(kHebrew)), nullptr);
}

TEST_F(UiFontsTest, WithoutAFontTheBuiltInOneIsUsed) {
  const std::vector<char32_t> wanted{kHebrew};
  font_ = nullptr;
  const PanelFonts fonts = Make(nullptr, wanted, 1);
  EXPECT_TRUE(Has(fonts, U'a'));
  EXPECT_FALSE(UiFontsLack(fonts, nullptr, wanted, 1));
}

TEST_F(UiFontsTest, TheTextureStaysSmallAtAnyScale) {
  std::vector<char32_t> wanted;
  for (char32_t c = 0x0530; c < 0x0530 + 4000; ++c) wanted.push_back(c);
  for (const float scale : {1.0f, 2.0f, 4.0f}) {
    const PanelFonts fonts = Make(nullptr, wanted, scale);
    EXPECT_TRUE(Has(fonts, kHebrew)) << scale;
    EXPECT_LE(made_.atlas->TexWidth, 8192) << scale;
    EXPECT_LE(made_.atlas->TexHeight, 8192) << scale;
  }
}

}  // namespace
}  // namespace ringscope::ui_fonts_test
