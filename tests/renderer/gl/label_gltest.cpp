#include <cmath>

#include "renderer/gl/label_renderer.h"
#include "tests/renderer/gl/gl_fixture.h"
#include "tests/renderer/gl/sample_batches.h"

namespace ringscope::chart_test::label_gltest {
namespace {

class LabelTest : public GlTest {
 protected:
  void SetUp() override {
    GlTest::SetUp();
    auto font = FontFace::LoadDefault();
    ASSERT_TRUE(font) << DescribeError(font.error());
    font_ = *font;
  }

  [[nodiscard]] std::vector<GlyphVertex> Build(const Label& label) {
    GlyphAtlas atlas(font_);
    std::vector<GlyphVertex> vertices;
    EXPECT_TRUE(BuildLabelGeometry(
        {&label, 1},
        [](const Label&) {
          return Color{1, 2, 3, 255};
        },
        atlas, vertices));
    return vertices;
  }

  std::shared_ptr<const FontFace> font_;
};

Label LabelAt(LabelDirection direction, std::string text, float turns, float radius_px, bool flipped) {
  Label label;
  label.direction = direction;
  label.text = std::move(text);
  label.size_px = 13;
  label.middle_turns = turns;
  label.radius_px = radius_px;
  label.flipped = flipped;
  return label;
}

TEST_F(LabelTest, WidthIsTheSumOfAdvancesAndScales) {
  EXPECT_FLOAT_EQ(font_->Width("", 13), 0);
  EXPECT_NEAR(font_->Width("ab", 13), font_->Advance('a', 13) + font_->Advance('b', 13), 1e-4);
  EXPECT_NEAR(font_->Width("main", 26), 2 * font_->Width("main", 13), 1e-3);
  EXPECT_GT(font_->Width("mmm", 13), font_->Width("iii", 13));
  EXPECT_NEAR(FontFace::Measurer(font_)("é", 13), font_->Advance(U'é', 13), 1e-4);
}

TEST_F(LabelTest, TangentialTextFollowsTheArcAndIsUpright) {
  for (const float turns : {0.0f, 0.2f, 0.5f, 0.8f}) {
    const bool flipped = turns > 0.25f && turns < 0.75f;
    const auto vertices = Build(LabelAt(LabelDirection::kTangential, "HHHHHHHHHHHH", turns, 100, flipped));
    ASSERT_EQ(vertices.size(), 12u * 4);
    for (size_t glyph = 0; glyph < 12; ++glyph) {
      double x = 0, y = 0;
      for (size_t corner = 0; corner < 4; ++corner) {
        x += vertices[glyph * 4 + corner].x_px / 4;
        y += vertices[glyph * 4 + corner].y_px / 4;
      }
      EXPECT_NEAR(std::hypot(x, y), 100, 1.5) << turns << " glyph " << glyph;
    }
    // The first glyph is left of the last one, and the letters' feet are below their heads.
    if (turns != 0.2f && turns != 0.8f) {
      EXPECT_LT(vertices.front().x_px, vertices.back().x_px);
      EXPECT_GT(vertices[20].y_px, vertices[22].y_px);
    }
  }
}

TEST_F(LabelTest, RadialTextRunsAlongTheRadiusAndIsUpright) {
  for (const bool flipped : {false, true}) {
    const float turns = flipped ? 0.75f : 0.25f;
    const auto vertices = Build(LabelAt(LabelDirection::kRadial, "HHHH", turns, 100, flipped));
    ASSERT_EQ(vertices.size(), 16u);
    EXPECT_LT(vertices.front().x_px, vertices.back().x_px);
    EXPECT_GT(vertices[0].y_px, vertices[2].y_px);
    double x = 0, y = 0;
    for (const GlyphVertex& vertex : vertices) {
      x += vertex.x_px / 16;
      y += vertex.y_px / 16;
    }
    EXPECT_NEAR(x, flipped ? -100 : 100, 1.5);
    EXPECT_NEAR(y, 0, 1.5);
  }
}

TEST_F(LabelTest, CenterTextLiesOnWholePixels) {
  Label label = LabelAt(LabelDirection::kCenter, "main", 0, 0, false);
  label.offset_y_px = 8;
  for (const GlyphVertex& vertex : Build(label)) {
    EXPECT_EQ(vertex.x_px, std::round(vertex.x_px));
    EXPECT_EQ(vertex.y_px, std::round(vertex.y_px));
    EXPECT_LT(vertex.y_px, 4);
  }
}

TEST_F(LabelTest, AFullAtlasStartsOverWithTheLabelsThatAreDrawn) {
  const ArcBatch batch = FullBatch(3, 4, 128, 128);
  auto renderer = ChartRenderer::Create({font_, {}});
  ASSERT_TRUE(renderer);
  renderer->SetBatch(batch);
  renderer->SetPaint(PaintOf(batch, Theme::kDark));
  const auto target = OffscreenTarget::Create(128, 128);
  ASSERT_TRUE(target);
  // Far more glyphs of different sizes than one texture holds.
  Label label = LabelAt(LabelDirection::kTangential, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
                        0, 40, false);
  Image image;
  for (float size_px = 10; size_px < 50; size_px += 0.5f) {
    label.size_px = size_px;
    renderer->SetLabels({&label, 1}, Theme::kDark);
    renderer->Draw(target->whole(), {});
    image = target->ReadPixels();
  }
  auto fresh = ChartRenderer::Create({font_, {}});
  ASSERT_TRUE(fresh);
  fresh->SetBatch(batch);
  fresh->SetPaint(PaintOf(batch, Theme::kDark));
  fresh->SetLabels({&label, 1}, Theme::kDark);
  fresh->Draw(target->whole(), {});
  // Filtering rounds a little differently at another place of the texture.
  const Image expected = target->ReadPixels();
  for (size_t i = 0; i < image.rgba.size(); ++i) ASSERT_NEAR(image.rgba[i], expected.rgba[i], 3) << i;
}

TEST_F(LabelTest, WithoutAFontThereAreNoLabelsButAChart) {
  const ArcBatch batch = FullBatch(3, 4, 128, 128);
  const ChartPaint paint = PaintOf(batch, Theme::kDark);
  const Label label = LabelAt(LabelDirection::kTangential, "main", 0, 40, false);
  const auto with = RenderChartImage(batch, paint, {&label, 1}, Theme::kDark, font_);
  const auto without = RenderChartImage(batch, paint, {&label, 1}, Theme::kDark, nullptr);
  ASSERT_TRUE(with && without);
  EXPECT_EQ(*without, DrawBatch(batch, paint));
  EXPECT_NE(*with, *without);
  EXPECT_FALSE(FontFace::LoadFile({"/dev/null", 0}));
}

// The serif font of DejaVu has no Hebrew, the sans serif one has.
TEST_F(LabelTest, AnotherFontDrawsWhatTheFirstOneLacks) {
  const auto serif = FindFontFile("DejaVu Serif");
  const auto sans = FindFontFile("DejaVu Sans");
  ASSERT_TRUE(serif && sans);
  ASSERT_NE(serif->path, sans->path);
  constexpr char32_t kHebrew = U'\u05D0', kKanji = U'\u6F22', kPrivate = U'\uF8F0';
  std::vector<char32_t> asked;
  const auto both = FontFace::LoadFile(*serif, [&](char32_t code_point) -> std::optional<FontFile> {
    asked.push_back(code_point);
    if (code_point == kKanji) return FontFile{"/dev/null", 0};  // no font
    if (code_point == kHebrew || code_point == kPrivate) return *sans;
    return std::nullopt;
  });
  const auto serif_alone = FontFace::LoadFile(*serif);
  const auto sans_alone = FontFace::LoadFile(*sans);
  ASSERT_TRUE(both && serif_alone && sans_alone);
  EXPECT_EQ((*both)->FaceOf(U'a'), 0u);
  EXPECT_TRUE(asked.empty());
  EXPECT_EQ((*both)->FaceOf(kHebrew), 1u);
  EXPECT_EQ((*both)->file(1), *sans);
  EXPECT_EQ((*both)->FaceOf(kKanji), std::nullopt);
  EXPECT_EQ((*serif_alone)->FaceOf(kHebrew), std::nullopt);
  EXPECT_GT((*both)->LineHeightEm(1), 0.9f);

  EXPECT_EQ((*both)->Advance(kHebrew, 20), (*sans_alone)->Advance(kHebrew, 20));
  EXPECT_EQ((*both)->Advance(U'a', 20), (*serif_alone)->Advance(U'a', 20));
  EXPECT_EQ((*both)->Rasterize(kHebrew, 20).coverage, (*sans_alone)->Rasterize(kHebrew, 20).coverage);
  EXPECT_EQ((*both)->Rasterize(U'a', 20).coverage, (*serif_alone)->Rasterize(U'a', 20).coverage);
  EXPECT_EQ((*both)->Rasterize(kKanji, 20).coverage, (*serif_alone)->Rasterize(kKanji, 20).coverage);
  EXPECT_NE((*both)->Rasterize(kHebrew, 20).coverage, (*both)->Rasterize(kKanji, 20).coverage);
  // Each is looked for once.
  EXPECT_EQ(asked, (std::vector<char32_t>{kHebrew, kKanji}));
}

TEST_F(LabelTest, FontsOfTheSystemAreAskedForWhatTheyHave) {
  const FontFileFor find = SystemFontFileFor();
  for (const char32_t code_point : {U'a', U'\u03BB', U'\u0436', U'\u2192'}) {
    const auto file = find(code_point);
    ASSERT_TRUE(file);
    const auto face = FontFace::LoadFile(*file);
    ASSERT_TRUE(face);
    EXPECT_EQ((*face)->FaceOf(code_point), 0u);
  }
  EXPECT_FALSE(find(U'\U0010FFFD'));  // never assigned
}

}  // namespace
}  // namespace ringscope::chart_test::label_gltest
