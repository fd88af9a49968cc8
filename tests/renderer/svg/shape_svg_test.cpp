#include "renderer/svg/shape_svg.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/renderer/svg/svg_golden.h"

namespace ringscope::test {
namespace {

std::string Svg(const ShapeBatch& batch, const ShapesSvgOptions& options) {
  const PlaneCamera camera{.center = {60, 40}, .width_px = 120, .height_px = 80};
  const ShapeIndex index(batch);
  PlacedShapes placed;
  PlaceShapes(batch, index, camera, placed);
  PlaceTexts(batch, index, camera, {}, AverageSansWidth, placed);
  std::string out;
  const auto written = WriteShapesSvg(placed, options, [&](std::string_view text) -> Result<void> {
    out += text;
    return {};
  });
  EXPECT_TRUE(written);
  return out;
}

TEST(ShapeSvgTest, Golden) {
  ShapeBatch batch;
  const Color blue{80, 130, 220, 255}, sand{230, 200, 140, 255}, veil{255, 255, 255, 51};
  batch.rects = {{6.5, 8.25, 50, 30.4, blue, sand, 1.5f, 7},
                 {100, 10, 0, 60, sand},
                 {4, 4, 90, 14, veil, veil, 1},
                 {500, 500, 10, 10, blue}};
  batch.lines = {{10, 10, 60, 70.5, sand, 2}, {0, 40.2, 120, 40.2, veil, 1}};
  batch.points = {{30, 60, blue, 5}};
  batch.texts = {{6.5, 8.25, 80, 30.4, TextAlign::kCenter, 13, 0, 0, sand, "std::sort<a>(b)"},
                 {100, 75, 0, 0, TextAlign::kRight, 11, -4, 0, blue, "5 & \x01more"}};
  const std::string svg = Svg(batch, {{24, 26, 30, 255}, "A <title>", [](uint32_t rect) {
                                        return "rect " + std::to_string(rect) + "\nof \"many\"";
                                      }});
  ExpectGolden(svg, "shapes.svg");
}

TEST(ShapeSvgTest, HostileShapesWriteNumbersOnly) {
  const double infinity = std::numeric_limits<double>::infinity();
  ShapeBatch batch;
  for (const double a : {0.0, std::nan(""), infinity, -infinity, 1e300, -3.0}) {
    for (const double b : {0.0, 4.0, infinity, 1e300}) {
      const auto width = static_cast<float>(b);
      batch.rects.push_back({a, a, b, b, {}, {}, width});
      batch.lines.push_back({a, 0, b, 4, {}, width});
      batch.points.push_back({a, b, {}, width});
      batch.texts.push_back({a, 10, b, 20, TextAlign::kCenter, 13, width, 0, {}, "x"});
    }
  }
  const std::string svg = Svg(batch, {});
  for (const char* word : {"nan", "inf", "=\"-\"", "e+"})
    EXPECT_EQ(svg.find(word), std::string::npos) << word;
  EXPECT_NE(svg.find("<rect"), std::string::npos);
}

TEST(ShapeSvgTest, TheSinksErrorEndsIt) {
  ShapeBatch batch;
  for (int i = 0; i < 5000; ++i) batch.rects.push_back({1.0 + i % 80, 1.0 + i / 80, 5, 5, {}});
  PlacedShapes placed;
  PlaceShapes(batch, ShapeIndex(batch), {.center = {60, 40}, .width_px = 120, .height_px = 80}, placed);
  int calls = 0;
  const auto written = WriteShapesSvg(placed, {}, [&](std::string_view) -> Result<void> {
    ++calls;
    return Fail(ErrorCode::kIo, "full");
  });
  ASSERT_FALSE(written);
  EXPECT_EQ(calls, 1);
}

}  // namespace
}  // namespace ringscope::test
