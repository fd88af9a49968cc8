#include <glad/gl.h>

#include "tests/renderer/gl/gl_fixture.h"
#include "tests/renderer/gl/image_compare.h"
#include "tests/renderer/gl/sample_batches.h"

namespace ringscope::chart_test::offscreen_gltest {
namespace {

using OffscreenTest = GlTest;

TEST_F(OffscreenTest, PngKeepsEveryPixel) {
  Image image{3, 2, {}};
  for (uint8_t i = 0; i < 24; ++i) image.rgba.push_back(static_cast<uint8_t>(i * 10));
  const auto bytes = EncodePng(image);
  ASSERT_TRUE(bytes);
  const auto again = DecodePng(*bytes);
  ASSERT_TRUE(again);
  EXPECT_EQ(*again, image);
  EXPECT_FALSE(DecodePng({1, 2, 3}));
}

TEST_F(OffscreenTest, TheSameChartIsTheSamePictureEveryTime) {
  const ArcBatch batch = FullBatch(9, 40, 200, 160);
  const ChartPaint paint = PaintOf(batch, Theme::kDark);
  const Image first = DrawBatch(batch, paint);
  EXPECT_EQ(first.width_px, 200u);
  EXPECT_EQ(first.height_px, 160u);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(DrawBatch(batch, paint), first);
}

TEST_F(OffscreenTest, DrawsOnlyInsideTheTarget) {
  ChartRenderer renderer = MakeRenderer();
  const ArcBatch batch = FullBatch(3, 5, 100, 100);
  renderer.SetBatch(batch);
  renderer.SetPaint(PaintOf(batch, Theme::kLight));
  const auto target = OffscreenTarget::Create(120, 110);
  ASSERT_TRUE(target);
  glBindFramebuffer(GL_FRAMEBUFFER, target->framebuffer());
  glClearColor(1, 0, 1, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  DrawOptions options;
  options.theme = Theme::kLight;
  renderer.Draw({target->framebuffer(), 10, 5, 100, 100}, options);
  const Image image = target->ReadPixels();
  const Color outside{255, 0, 255, 255};
  for (uint32_t y = 0; y < image.height_px; ++y) {
    for (uint32_t x = 0; x < image.width_px; ++x) {
      const bool inside = x >= 10 && x < 110 && y >= 5 && y < 105;
      ASSERT_EQ(image.At(x, y) == outside, !inside) << x << " " << y;
    }
  }
}

TEST_F(OffscreenTest, BeforeABatchThereIsOnlyBackground) {
  ChartRenderer renderer = MakeRenderer();
  const auto target = OffscreenTarget::Create(16, 16);
  ASSERT_TRUE(target);
  renderer.Draw(target->whole(), {});
  const Image image = target->ReadPixels();
  for (uint32_t i = 0; i < 16; ++i) EXPECT_EQ(image.At(i, i), PaletteOf(Theme::kDark).background);
}

TEST_F(OffscreenTest, NewPaintNeedsNoNewGeometry) {
  ChartRenderer renderer = MakeRenderer();
  const ArcBatch batch = FullBatch(4, 7, 128, 128);
  const auto target = OffscreenTarget::Create(128, 128);
  ASSERT_TRUE(target);
  ChartPaint lit = PaintOf(batch, Theme::kDark);
  lit.fill[3] = PaletteOf(Theme::kDark).highlight;
  lit.style[3] = kStyleOutline;
  renderer.SetBatch(batch);
  renderer.SetPaint(PaintOf(batch, Theme::kDark));
  renderer.Draw(target->whole(), {});
  renderer.SetPaint(lit);
  renderer.Draw(target->whole(), {});
  EXPECT_EQ(target->ReadPixels(), DrawBatch(batch, lit));
}

}  // namespace
}  // namespace ringscope::chart_test::offscreen_gltest
