#include <glad/gl.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "renderer/gl/offscreen.h"
#include "renderer/gl/shape_renderer.h"
#include "tests/renderer/gl/gl_fixture.h"
#include "tests/renderer/gl/image_compare.h"

namespace ringscope::chart_test::shape_gltest {
namespace {

// The shapes as a picture of their view's size.
Result<Image> RenderShapesImage(const PlacedShapes& shapes, Color background,
                                std::shared_ptr<const FontFace> font) {
  const auto side = [](float px) { return static_cast<uint32_t>(std::lround(std::max(1.0f, px))); };
  RINGSCOPE_ASSIGN(const OffscreenTarget target,
                   OffscreenTarget::Create(side(shapes.width_px), side(shapes.height_px)));
  RINGSCOPE_ASSIGN(ShapeRenderer renderer, ShapeRenderer::Create({std::move(font), {}}));
  renderer.SetShapes(shapes);
  renderer.Draw(target.whole(), background);
  return target.ReadPixels();
}

constexpr Color kBlack{0, 0, 0, 255};
constexpr Color kWhite{255, 255, 255, 255};
constexpr Color kRed{255, 0, 0, 255};
constexpr Color kGreen{0, 255, 0, 255};

class ShapeTest : public GlTest {
 protected:
  // One unit is a pixel, the plane's origin in the upper left corner.
  static PlacedShapes Place(const ShapeBatch& batch, float width_px, float height_px) {
    const PlaneCamera camera{
        .center = {static_cast<double>(width_px) / 2, static_cast<double>(height_px) / 2},
        .width_px = width_px,
        .height_px = height_px};
    PlacedShapes placed;
    PlaceShapes(batch, ShapeIndex(batch), camera, placed);
    return placed;
  }
  static Image Draw(const ShapeBatch& batch, float width_px, float height_px, Color background = kBlack) {
    const auto image = RenderShapesImage(Place(batch, width_px, height_px), background, nullptr);
    EXPECT_TRUE(image) << DescribeError(image.error());
    return image ? *image : Image{};
  }
};

TEST_F(ShapeTest, APixelHasTheShareOfARectangleThatCoversIt) {
  ShapeBatch batch;
  batch.rects = {{2.25, 3.5, 4.0, 2.25, kWhite}};
  const Image image = Draw(batch, 16, 12);
  for (uint32_t y = 0; y < 12; ++y) {
    for (uint32_t x = 0; x < 16; ++x) {
      const auto covered = [](double low, double high, uint32_t pixel) {
        return std::max(0.0, std::min(high, pixel + 1.0) - std::max(low, static_cast<double>(pixel)));
      };
      const double share = covered(2.25, 6.25, x) * covered(3.5, 5.75, y);
      ASSERT_NEAR(image.At(x, y).g, 255 * share, 1) << x << " " << y;
      ASSERT_EQ(image.At(x, y).a, 255);
    }
  }
}

TEST_F(ShapeTest, ABorderLiesInsideTheEdge) {
  ShapeBatch batch;
  batch.rects = {{2, 2, 12, 8, kRed, kGreen, 2}};
  const Image image = Draw(batch, 16, 12);
  for (uint32_t y = 0; y < 12; ++y) {
    for (uint32_t x = 0; x < 16; ++x) {
      const bool outside = x < 2 || x >= 14 || y < 2 || y >= 10;
      const bool inside = x >= 4 && x < 12 && y >= 4 && y < 8;
      ASSERT_EQ(image.At(x, y), outside ? kBlack : inside ? kRed : kGreen) << x << " " << y;
    }
  }
}

TEST_F(ShapeTest, LaterRectanglesLieOverEarlierOnesAndLetThemShowThrough) {
  ShapeBatch batch;
  batch.rects = {{0, 0, 8, 8, kRed}, {4, 0, 8, 8, {0, 255, 0, 128}}};
  const Image image = Draw(batch, 16, 8);
  EXPECT_EQ(image.At(1, 4), kRed);
  EXPECT_NEAR(image.At(6, 4).r, 127, 1);
  EXPECT_NEAR(image.At(6, 4).g, 128, 1);
  EXPECT_NEAR(image.At(10, 4).g, 128, 1);
}

TEST_F(ShapeTest, LinesLieOverRectanglesOrBelowThem) {
  ShapeBatch batch;
  batch.rects = {{4, 2, 8, 8, kRed}};
  batch.lines = {{0, 6, 16, 6, kGreen, 4}};
  batch.points = {{8, 6, kWhite, 4}};
  const Image over = Draw(batch, 16, 12);
  batch.lines_below = true;
  const Image below = Draw(batch, 16, 12);
  EXPECT_EQ(over.At(5, 6), kGreen);
  EXPECT_EQ(below.At(5, 6), kRed);
  EXPECT_EQ(below.At(1, 6), kGreen) << "beside the rectangle";
  EXPECT_EQ(below.At(8, 6), kWhite) << "points lie over both";
}

TEST_F(ShapeTest, ARasterHasItsCellsBetweenTheRectangles) {
  ShapeBatch batch;
  constexpr Color kNone{0, 0, 0, 0}, kHalf{255, 255, 255, 128};
  batch.rects = {{0, 0, 16, 4, kRed}, {0, 8, 16, 4, kRed}};
  batch.rasters.push_back({2, 2, 3, 4, 4, 2,
                           std::make_shared<const std::vector<Color>>(std::vector<Color>{
                               kGreen, kNone, kWhite, kHalf, kWhite, kGreen, kNone, kGreen}),
                           1});
  batch.ground = {{0, 7, 16, 7, kWhite, 2}};
  const Image image = Draw(batch, 16, 12);
  EXPECT_EQ(image.At(2, 2), kGreen) << "over the first rectangle";
  EXPECT_EQ(image.At(4, 5), kGreen);
  EXPECT_EQ(image.At(5, 2), kRed) << "nothing of it";
  EXPECT_EQ(image.At(5, 5), kBlack);
  EXPECT_EQ(image.At(8, 3), kWhite);
  EXPECT_NEAR(image.At(11, 5).g, 128, 1);
  EXPECT_EQ(image.At(6, 7), kGreen) << "over the ground";
  EXPECT_EQ(image.At(9, 7), kWhite) << "the ground";
  EXPECT_EQ(image.At(2, 9), kRed) << "below the second one";
  EXPECT_EQ(image.At(14, 5), kBlack) << "outside";
}

TEST_F(ShapeTest, ALineOfOnePixelIsOnePixelWide) {
  ShapeBatch batch;
  batch.lines = {{4.3, -5, 4.3, 50, kWhite, 1}, {-5, 9.8, 50, 9.8, kWhite, 2}};
  const Image image = Draw(batch, 16, 16);
  for (uint32_t i = 0; i < 16; ++i) {
    if (i == 9 || i == 10) continue;
    EXPECT_EQ(image.At(3, i), kBlack);
    EXPECT_EQ(image.At(4, i), kWhite);
    EXPECT_EQ(image.At(5, i), kBlack);
  }
  for (uint32_t i = 0; i < 16; ++i) {
    EXPECT_EQ(image.At(i, 9), kWhite);
    EXPECT_EQ(image.At(i, 10), kWhite);
  }
}

TEST_F(ShapeTest, ADiscHasItsArea) {
  ShapeBatch batch;
  batch.points = {{16.3, 15.8, kWhite, 20}};
  const Image image = Draw(batch, 32, 32);
  double area = 0;
  for (uint32_t y = 0; y < 32; ++y) {
    for (uint32_t x = 0; x < 32; ++x) area += image.At(x, y).r / 255.0;
  }
  EXPECT_NEAR(area, 3.14159 * 100, 1.5);
}

TEST_F(ShapeTest, DrawsInsideTheTargetAndOverWhatIsThere) {
  ShapeBatch batch;
  batch.rects = {{-10, -10, 14, 14, kRed}};
  auto renderer = ShapeRenderer::Create({});
  ASSERT_TRUE(renderer) << DescribeError(renderer.error());
  const auto target = OffscreenTarget::Create(40, 30);
  ASSERT_TRUE(target);
  renderer->Draw(target->whole(), kWhite);
  renderer->SetShapes(Place(batch, 20, 10));
  renderer->Draw({target->framebuffer(), 10, 15, 20, 10}, std::nullopt);
  const Image image = target->ReadPixels();
  for (uint32_t y = 0; y < 30; ++y) {
    for (uint32_t x = 0; x < 40; ++x) {
      const bool red = x >= 10 && x < 14 && y >= 5 && y < 9;
      ASSERT_EQ(image.At(x, y), red ? kRed : kWhite) << x << " " << y;
    }
  }
}

TEST_F(ShapeTest, HostileShapesLeaveNoError) {
  const double infinity = std::numeric_limits<double>::infinity();
  ShapeBatch batch;
  for (const double a : {0.0, std::nan(""), infinity, -infinity, 1e300, -3.0}) {
    for (const double b : {0.0, 4.0, infinity, 1e300}) {
      batch.rects.push_back({a, a, b, b, kRed, kGreen, static_cast<float>(b)});
      batch.lines.push_back({a, 0, b, 4, kRed, static_cast<float>(a)});
      batch.points.push_back({a, b, kRed, static_cast<float>(b)});
    }
  }
  EXPECT_EQ(Draw(batch, 16, 16).width_px, 16u);
}

TEST_F(ShapeTest, TextIsDrawnInItsColor) {
  const auto font = FontFace::LoadDefault();
  if (!font) GTEST_SKIP() << DescribeError(font.error());
  ShapeBatch batch;
  batch.texts = {{0, 0, 64, 24, TextAlign::kLeft, 14, 0, 0, kGreen, "MMMM"}};
  PlacedShapes placed = Place(batch, 96, 24);
  const PlaneCamera camera{.center = {48, 12}, .width_px = 96, .height_px = 24};
  PlaceTexts(batch, ShapeIndex(batch), camera, {}, FontFace::Measurer(*font), placed);
  const auto image = RenderShapesImage(placed, kBlack, *font);
  ASSERT_TRUE(image);
  int lit = 0;
  for (uint32_t y = 0; y < 24; ++y) {
    for (uint32_t x = 0; x < 96; ++x) {
      const Color color = image->At(x, y);
      ASSERT_EQ(color.r + color.b, 0);
      if (color.g > 128) ++lit;
      ASSERT_TRUE(color.g == 0 || (x >= 3 && x <= 62)) << x;
    }
  }
  EXPECT_GT(lit, 50);
}

TEST_F(ShapeTest, Golden) {
  if (context_->info().renderer.find("llvmpipe") == std::string::npos) {
    GTEST_SKIP() << "the picture is llvmpipe's, this is " << context_->info().renderer;
  }
  ShapeBatch batch;
  const Color blue{80, 130, 220, 255}, sand{230, 200, 140, 255}, veil{255, 255, 255, 60};
  batch.rects = {{6.5, 8.3, 50.2, 30.4, blue, sand, 1.5f},
                 {40.1, 24.7, 44.6, 40.2, sand, kWhite, 3},
                 {100, 10, 0, 70, sand},
                 {110.4, 10, 0.3, 70, sand},
                 {-20, 70, 70, 40, blue, kRed, 2},
                 {4, 4, 90, 14, veil, veil, 1}};
  for (int i = 0; i < 12; ++i) batch.rects.push_back({90.0 + 2.3 * i, 84.5, 1.6, 0.4 + 0.9 * i, blue});
  for (int i = 0; i < 9; ++i) {
    const double angle = i * 0.35;
    const auto step = static_cast<float>(i);
    batch.lines.push_back(
        {64, 64, 64 + 58 * std::cos(angle), 64 + 58 * std::sin(angle), kWhite, 0.5f + 0.5f * step});
    batch.points.push_back({14.0 * i, 116.0 - 3.3 * i, sand, step});
  }
  EXPECT_TRUE(MatchesGolden(Draw(batch, 128, 128, {24, 26, 30, 255}), "shapes", 2, 0.02));
}

}  // namespace
}  // namespace ringscope::chart_test::shape_gltest
