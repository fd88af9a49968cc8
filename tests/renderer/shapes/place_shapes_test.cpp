#include "renderer/shapes/place_shapes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>

namespace ringscope::chart_test::place_shapes_test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
const double kNan = std::nan("");
constexpr Color kRed{200, 30, 20, 255};
constexpr Color kBlue{20, 30, 200, 255};
constexpr Color kClear{20, 200, 20, 100};

PlacedShapes Place(const ShapeBatch& batch, const PlaneCamera& camera) {
  PlacedShapes placed;
  PlaceShapes(batch, ShapeIndex(batch), camera, placed);
  return placed;
}

// One unit is a pixel, the plane's origin in the upper left corner.
PlaneCamera PixelCamera(float width_px = 200, float height_px = 100) {
  return {.center = {static_cast<double>(width_px) / 2, static_cast<double>(height_px) / 2},
          .width_px = width_px,
          .height_px = height_px};
}

bool IsFinite(const PlacedRect& rect) {
  return std::isfinite(rect.left_px) && std::isfinite(rect.top_px) && std::isfinite(rect.width_px) &&
         std::isfinite(rect.height_px) && std::isfinite(rect.border_px);
}
bool IsFinite(const PlacedStroke& stroke) {
  return std::isfinite(stroke.x_px) && std::isfinite(stroke.y_px) && std::isfinite(stroke.end_x_px) &&
         std::isfinite(stroke.end_y_px) && std::isfinite(stroke.width_px);
}

TEST(PlaceShapesTest, PlacesWhatTheSlowSearchFinds) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> place(-100, 100), length(2, 20);
  ShapeBatch batch;
  for (int i = 0; i < 3000; ++i) {
    const double x = place(random), y = place(random);
    batch.rects.push_back({x, y, length(random), length(random), kClear, kBlue, 1.0f});
  }
  const ShapeIndex index(batch);
  PlacedShapes placed;
  for (int i = 0; i < 40; ++i) {
    const PlaneCamera camera{.center = {place(random), place(random)},
                             .px_per_unit = length(random),
                             .width_px = 300,
                             .height_px = 200};
    PlaceShapes(batch, index, camera, placed);
    size_t next = 0;
    for (uint32_t rect = 0; rect < batch.rects.size(); ++rect) {
      const ShapeRect& shape = batch.rects[rect];
      const double left = camera.ViewX(shape.x), top = camera.ViewY(shape.y);
      const double right = left + shape.width * camera.px_per_unit,
                   bottom = top + shape.height * camera.px_per_unit;
      if (right < -0.5 || left > 300.5 || bottom < -0.5 || top > 200.5) continue;
      ASSERT_LT(next, placed.rects.size());
      const PlacedRect& at = placed.rects[next++];
      ASSERT_EQ(at.rect, rect);
      EXPECT_NEAR(at.left_px, left, 1e-3);
      EXPECT_NEAR(at.top_px, top, 1e-3);
      EXPECT_NEAR(at.left_px + at.width_px, right, 1e-3);
      EXPECT_NEAR(at.top_px + at.height_px, bottom, 1e-3);
      EXPECT_EQ(at.fill, kClear);
      EXPECT_EQ(at.border_px, 1.0f);
    }
    EXPECT_EQ(next, placed.rects.size());
  }
}

TEST(PlaceShapesTest, NothingVanishesForBeingSmall) {
  ShapeBatch batch;
  batch.rects = {{10.2, 20.6, 0, 0, kRed, kBlue, 1},  // a dot
                 {30, 10, 0, 50, kRed, kBlue, 1},     // thin
                 {60, 10, 1e-9, 1e-9, kRed, kBlue, 1}};
  batch.points = {{90.5, 50.5, kRed, 0}};
  const PlacedShapes placed = Place(batch, PixelCamera());
  ASSERT_EQ(placed.rects.size(), 3u);
  EXPECT_EQ(placed.rects[0].left_px, 10);
  EXPECT_EQ(placed.rects[0].top_px, 20);
  EXPECT_EQ(placed.rects[0].width_px, 1);
  EXPECT_EQ(placed.rects[0].height_px, 1);
  EXPECT_EQ(placed.rects[0].border_px, 0);
  EXPECT_EQ(placed.rects[1].left_px, 29.5f);
  EXPECT_EQ(placed.rects[1].width_px, 1);
  EXPECT_EQ(placed.rects[1].height_px, 50);
  EXPECT_EQ(placed.rects[1].border_px, 0);
  EXPECT_EQ(placed.rects[2].width_px, 1);
  ASSERT_EQ(placed.strokes.size(), 1u);
  EXPECT_EQ(placed.strokes[0].width_px, 1);
}

TEST(PlaceShapesTest, OfOpaqueDotsInOnePixelTheTopmostIsLeft) {
  ShapeBatch batch;
  for (int i = 0; i < 50; ++i) batch.rects.push_back({5.1 + i * 0.01, 5.1, 0.1, 0.1, i == 49 ? kBlue : kRed});
  for (int i = 0; i < 3; ++i) batch.rects.push_back({5.1, 5.1, 0.1, 0.1, kClear});
  batch.points = {
      {20.5, 20.5, kRed, 6}, {20.6, 20.6, kRed, 2}, {20.4, 20.6, kBlue, 4}, {20.5, 20.5, kClear, 1}};
  const PlacedShapes placed = Place(batch, PixelCamera());
  ASSERT_EQ(placed.rects.size(), 4u);
  EXPECT_EQ(placed.rects[0].fill, kBlue);
  EXPECT_EQ(placed.rects[0].rect, 49u);
  // A disc that a smaller one lies on is still seen.
  ASSERT_EQ(placed.strokes.size(), 3u);
  EXPECT_EQ(placed.strokes[0].width_px, 6);
  EXPECT_EQ(placed.strokes[1].width_px, 4);
  EXPECT_EQ(placed.strokes[2].color, kClear);
}

TEST(PlaceShapesTest, AShortLineIsNotDrawnOverARectangleOfOnePixel) {
  ShapeBatch batch;
  batch.rects = {{5.2, 5.2, 0.1, 0.1, kBlue}, {8.2, 5.2, 0.1, 0.1, kClear}, {20, 5, 10, 10, kBlue}};
  batch.lines = {{5.1, 5.1, 5.8, 5.8, kRed, 1},
                 {8.1, 5.1, 8.8, 5.8, kRed, 1},
                 {25, 8, 25.5, 8.2, kRed, 1},
                 {5.1, 5.1, 5.8, 5.8, kRed, 3},
                 {5.1, 5.1, 7.8, 5.8, kRed, 1}};
  const PlacedShapes placed = Place(batch, PixelCamera());
  EXPECT_EQ(placed.rects.size(), 3u);
  EXPECT_EQ(placed.strokes.size(), 4u)
      << "all but the first: no opaque dot, a large box, a wide line, a long one";
}

// Every line that is seen is drawn, or one over it that begins and ends in the same pixels and is as wide.
TEST(PlaceShapesTest, OfLinesBetweenTwoPixelsTheTopmostIsLeft) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> end(0, 190), near(0, 6);
  ShapeBatch batch;
  for (int k = 0; k < 4000; ++k) {
    const auto width = static_cast<float>(1 + k % 3);
    // Fans from a few places, some of them as wide as a pixel.
    const double x = 10.0 * (k % 7), y = 3.0 * (k % 5);
    batch.lines.push_back({x, y, k % 2 == 0 ? 100 + near(random) : end(random), 60 + near(random) / 4,
                           k % 11 == 0 ? kClear : kRed, width});
  }
  const PlaneCamera camera = PixelCamera();
  const PlacedShapes placed = Place(batch, camera);
  // By a slow search, from the topmost down.
  const auto ends = [](const ShapeLine& line) {
    return std::array{std::floor(line.x), std::floor(line.y), std::floor(line.end_x), std::floor(line.end_y)};
  };
  std::vector<const ShapeLine*> kept;
  for (size_t k = batch.lines.size(); k-- > 0;) {
    const ShapeLine& line = batch.lines[k];
    const bool is_hidden = std::any_of(kept.begin(), kept.end(), [&](const ShapeLine* over) {
      return line.color == kRed && over->color == kRed && ends(*over) == ends(line) &&
             over->width_px >= line.width_px;
    });
    if (!is_hidden) kept.push_back(&line);
  }
  EXPECT_EQ(placed.strokes.size(), kept.size());
  EXPECT_LT(placed.strokes.size(), 3000u);
  size_t clear = 0;
  for (const PlacedStroke& stroke : placed.strokes) clear += stroke.color.a != 255 ? 1 : 0;
  EXPECT_EQ(clear, 364u) << "what shows through is all drawn";
  const auto pixel = [](double px) { return std::floor(px); };
  for (const ShapeLine& line : batch.lines) {
    const bool is_covered =
        std::any_of(placed.strokes.begin(), placed.strokes.end(), [&](const PlacedStroke& one) {
          return pixel(one.x_px) == pixel(line.x) && pixel(one.y_px) == pixel(line.y) &&
                 pixel(one.end_x_px) == pixel(line.end_x) && pixel(one.end_y_px) == pixel(line.end_y) &&
                 one.width_px >= line.width_px;
        });
    ASSERT_TRUE(is_covered) << line.end_x << ' ' << line.end_y;
  }
}

TEST(PlaceShapesTest, LinesMayLieBelowAndPointsNever) {
  ShapeBatch batch;
  batch.lines = {{0, 0, 50, 50, kRed, 1}, {10, 0, 50, 50, kRed, 1}};
  batch.points = {{20, 20, kBlue, 4}};
  EXPECT_EQ(Place(batch, PixelCamera()).strokes_below, 0u);
  batch.lines_below = true;
  const PlacedShapes placed = Place(batch, PixelCamera());
  EXPECT_EQ(placed.strokes.size(), 3u);
  EXPECT_EQ(placed.strokes_below, 2u);
}

TEST(PlaceShapesTest, TheGroundLiesBelow) {
  ShapeBatch batch;
  batch.rects = {{0, 0, 20, 20, kRed}};
  batch.lines = {{0, 0, 50, 50, kRed, 1}};
  batch.ground = {{0, 10, 50, 10, kBlue, 1}, {1e5, 10, 2e5, 10, kBlue, 1}};
  PlacedShapes placed = Place(batch, PixelCamera());
  ASSERT_EQ(placed.strokes.size(), 2u) << "one is far off";
  EXPECT_EQ(placed.strokes_below, 1u);
  EXPECT_EQ(placed.strokes[0].color, kBlue);
  batch.lines_below = true;
  EXPECT_EQ(Place(batch, PixelCamera()).strokes_below, 2u);
}

TEST(PlaceShapesTest, RastersLieAmongTheRectanglesThatAreSeen) {
  ShapeBatch batch;
  const auto cells = std::make_shared<const std::vector<Color>>(std::vector<Color>(6, kRed));
  batch.rects = {{1e6, 0, 20, 20, kRed}, {0, 0, 20, 20, kRed}, {5, 5, 20, 20, kRed}};
  batch.rasters = {{10, 20, 4, 2, 3, 2, cells, 2},   {10, 20, 4, 2, 3, 3, cells, 2},  // not as many cells
                   {10, 20, 4, 2, 3, 2, nullptr, 2},                                  // none
                   {-1e6, 20, 4, 2, 3, 2, cells, 3},                                  // not in view
                   {10, 20, 4, -2, 3, 2, cells, 3},                                   // no side
                   {10, 20, NAN, 2, 3, 2, cells, 3}};
  const PlacedShapes placed = Place(batch, PixelCamera());
  ASSERT_EQ(placed.rasters.size(), 1u);
  EXPECT_EQ(placed.rasters[0].rects_below, 1u) << "one is not seen";
  EXPECT_EQ(placed.rasters[0].columns, 3u);
  EXPECT_FLOAT_EQ(placed.rasters[0].width_px, 12);
  EXPECT_FLOAT_EQ(placed.rasters[0].height_px, 4);
}

TEST(PlaceShapesTest, ManyInAPixelAreOneAndAllOfThemAreCounted) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> part(0.05, 0.95);
  ShapeBatch batch;
  batch.rects = {{0, 0, 200, 100, kRed}};
  for (int i = 0; i < 5'000; ++i)
    batch.rects.push_back({30 + part(random), 40 + part(random), 0.01, 0.01, kBlue});
  batch.rects.push_back({31.5, 40.5, 0.01, 0.01, kBlue});
  const ShapeIndex index(batch);
  PlacedShapes placed;
  PlaceShapes(batch, index, PixelCamera(), placed);
  EXPECT_EQ(placed.rects.size(), 3u);
  const std::vector<uint32_t> within = RectsOfPixel(batch, index, PixelCamera(), 30.5, 40.9);
  EXPECT_EQ(within.size(), 5'000u);
  EXPECT_EQ(within.front(), 1u);
  EXPECT_EQ(RectsOfPixel(batch, index, PixelCamera(), 31.2, 40.2).size(), 1u);
  EXPECT_TRUE(RectsOfPixel(batch, index, PixelCamera(), 29, 40).empty());
}

TEST(PlaceShapesTest, LinesAreCutFarOutsideOnly) {
  ShapeBatch batch;
  batch.lines = {{-1e12, -1e12, 1e12, 1e12, kRed, 3},  // through the corner, at 45 degrees
                 {-1e6, 40, 1e6, 40, kRed, 1},
                 {-50, 1e9, -40, -1e9, kRed, 1},  // beside the view
                 {20, 20, 20, 20, kRed, 5}};
  const PlacedShapes placed = Place(batch, PixelCamera());
  ASSERT_EQ(placed.strokes.size(), 3u);
  const PlacedStroke& slanted = placed.strokes[0];
  EXPECT_NEAR(slanted.x_px, slanted.y_px, 1e-3);
  EXPECT_NEAR(slanted.end_x_px, slanted.end_y_px, 1e-3);
  EXPECT_LE(slanted.x_px, -500);
  EXPECT_GE(slanted.x_px, -2000);
  EXPECT_GE(slanted.end_x_px, 600);
  // A level line of one pixel lies on one row of pixels.
  EXPECT_EQ(placed.strokes[1].y_px, 40.5f);
  EXPECT_LT(placed.strokes[1].x_px, 0);
  EXPECT_GT(placed.strokes[1].end_x_px, 200);
  EXPECT_EQ(placed.strokes[2].x_px, 20);
}

TEST(PlaceShapesTest, WidthsReachIntoTheView) {
  ShapeBatch batch;
  batch.lines = {{-8, 0, -8, 100, kRed, 20}, {-8, 0, -8, 100, kRed, 3}};
  batch.points = {{50, 108, kRed, 20}, {50, 130, kRed, 20}};
  const PlacedShapes placed = Place(batch, PixelCamera());
  // The thin line is placed with the wide one, the far point with nothing.
  EXPECT_EQ(placed.strokes.size(), 3u);
}

TEST(PlaceShapesTest, HostileValuesAreDrawnOrNotButAlwaysFinite) {
  const double values[] = {kNan, kInfinity, -kInfinity, 0, -0.0, -1, 1e308, -1e308, 1e155, 1e-308, 50};
  ShapeBatch batch;
  for (const double a : values) {
    for (const double b : values) {
      for (const double c : values) {
        const auto width = static_cast<float>(c);
        batch.rects.push_back({a, b, c, c, kRed, kBlue, width});
        batch.rects.push_back({10, 10, a, b, kRed, kBlue, width});
        batch.lines.push_back({a, b, c, a, kRed, width});
        batch.lines.push_back({50, 50, a, b, kRed, width});
        batch.points.push_back({a, b, kRed, width});
      }
    }
  }
  const ShapeIndex index(batch);
  PlacedShapes placed;
  for (const double scale : {1e-15, 1e-3, 1.0, 1e6, 1e15}) {
    for (const double center : {0.0, 50.0, -1e30, 1e300}) {
      const PlaneCamera camera{.center = {center, 50}, .px_per_unit = scale};
      PlaceShapes(batch, index, camera, placed);
      for (const PlacedRect& rect : placed.rects) ASSERT_TRUE(IsFinite(rect)) << rect.rect;
      for (const PlacedStroke& stroke : placed.strokes) ASSERT_TRUE(IsFinite(stroke));
    }
  }
  // What an infinite rectangle covers is covered.
  ShapeBatch band;
  band.rects = {{-kInfinity, 20, kInfinity, 30, kRed}, {-1e308, 20, kInfinity, 30, kRed}};
  const PlacedShapes seen = Place(band, PixelCamera());
  ASSERT_EQ(seen.rects.size(), 1u);
  EXPECT_LT(seen.rects[0].left_px, 0);
  EXPECT_GT(seen.rects[0].left_px + seen.rects[0].width_px, 200);
  EXPECT_EQ(seen.rects[0].height_px, 30);
}

TEST(PlaceShapesTest, LinesAndPointsWithoutAPlaceAreNotDrawn) {
  ShapeBatch batch;
  for (const double nowhere : {kNan, kInfinity, -kInfinity, 1e151, -1e300}) {
    batch.lines.push_back({nowhere, 50, 50, 50, kRed, 1});
    batch.lines.push_back({50, nowhere, 50, 50, kRed, 1});
    batch.lines.push_back({50, 50, nowhere, 50, kRed, 1});
    batch.lines.push_back({50, 50, 50, nowhere, kRed, 1});
    batch.points.push_back({nowhere, 50, kRed, 1});
    batch.points.push_back({50, nowhere, kRed, 1});
  }
  EXPECT_TRUE(Place(batch, PixelCamera()).strokes.empty());
}

TEST(PlaceShapesTest, ACameraThatIsNotSoundSeesNothing) {
  ShapeBatch batch;
  batch.rects = {{0, 0, 10, 10, kRed}};
  batch.texts = {{.text = "text"}};
  PlaneCamera camera;
  camera.px_per_unit = kNan;
  const ShapeIndex index(batch);
  PlacedShapes placed;
  PlaceShapes(batch, index, camera, placed);
  PlaceTexts(batch, index, camera, {}, AverageSansWidth, placed);
  EXPECT_TRUE(placed.rects.empty());
  EXPECT_TRUE(placed.labels.empty());
  EXPECT_EQ(RectAt(index, camera, 5, 5), std::nullopt);
}

TEST(PlaceShapesTest, ABorderLeavesHalfOfTheSideAndAPixel) {
  ShapeBatch batch;
  batch.rects = {{10, 10, 8, 40, kRed, kBlue, 5},
                 {50, 10, 100, 100, kRed, kBlue, 5},
                 {170, 10, 1.5, 40, kRed, kBlue, 5}};
  const PlacedShapes placed = Place(batch, PixelCamera());
  EXPECT_EQ(placed.rects[0].border_px, 2);
  EXPECT_EQ(placed.rects[1].border_px, 5);
  EXPECT_EQ(placed.rects[2].border_px, 0.25f);
}

TEST(PlaceShapesTest, TheTopmostRectangleIsFound) {
  ShapeBatch batch;
  batch.rects = {{10, 10, 50, 50, kRed}, {30, 30, 50, 50, kBlue}, {150, 50, 0, 0, kRed}};
  const ShapeIndex index(batch);
  const PlaneCamera camera = PixelCamera();
  EXPECT_EQ(RectAt(index, camera, 20, 20), 0u);
  EXPECT_EQ(RectAt(index, camera, 40, 40), 1u);
  EXPECT_EQ(RectAt(index, camera, 150.4, 49.7), 2u);
  EXPECT_EQ(RectAt(index, camera, 151, 49), std::nullopt);
  EXPECT_EQ(RectAt(index, camera, 5, 5), std::nullopt);
  EXPECT_EQ(RectAt(index, camera, kNan, 5), std::nullopt);
}

}  // namespace
}  // namespace ringscope::chart_test::place_shapes_test
