#include "renderer/svg/shape_svg.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/renderer/svg/svg_golden.h"

namespace ringscope::chart_test::shape_svg_test {
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

TEST(ShapeSvgTest, ARasterIsRectanglesOfEqualCells) {
  ShapeBatch batch;
  const Color a{1, 1, 1, 255}, b{2, 2, 2, 255}, none{0, 0, 0, 0};
  batch.rects = {{0, 0, 9, 9, Color{3, 3, 3, 255}}, {0, 0, 9, 9, Color{4, 4, 4, 255}}};
  batch.rasters.push_back(
      {10, 20, 2, 3, 4, 2,
       std::make_shared<const std::vector<Color>>(std::vector<Color>{a, a, none, b, none, none, a, b}), 1});
  const std::string svg = Svg(batch, {});
  const auto at = [&svg](std::string_view text) { return svg.find(text); };
  const size_t first = at("<rect x=\"10\" y=\"20\" width=\"4\" height=\"3\" fill=\"#010101\"/>");
  ASSERT_NE(first, std::string::npos) << svg;
  EXPECT_NE(at("<rect x=\"16\" y=\"20\" width=\"2\" height=\"3\" fill=\"#020202\"/>"), std::string::npos);
  EXPECT_NE(at("<rect x=\"14\" y=\"23\" width=\"2\" height=\"3\" fill=\"#010101\"/>"), std::string::npos);
  EXPECT_LT(at("#030303"), first);
  EXPECT_GT(at("#040404"), first);
}

TEST(ShapeSvgTest, LinesBelowStandBeforeRectangles) {
  ShapeBatch batch;
  batch.rects = {{6, 8, 50, 30, Color{1, 2, 3, 255}}};
  batch.lines = {{0, 20, 100, 21, Color{4, 5, 6, 255}, 2}};
  const std::string over = Svg(batch, {});
  EXPECT_LT(over.find("#010203"), over.find("<line"));
  batch.lines_below = true;
  const std::string below = Svg(batch, {});
  EXPECT_GT(below.find("#010203"), below.find("<line"));
}

// What is around shapes, and where they are cut off.
TEST(ShapeSvgTest, ACaptionStandsAroundTheShapes) {
  PlacedCaption caption;
  caption.width_px = 120;
  caption.height_px = 160;
  caption.header_px = 50;
  caption.boxes = {{4, 140, 10, 10, Color{9, 8, 7, 255}, kStyleNew, Color{1, 1, 1, 255}}};
  caption.lines = {{20, 145, 12, Color{200, 200, 200, 255}, "a <colour>"}};
  ShapesSvgOptions options;
  options.caption = &caption;
  ShapeBatch batch;
  batch.rects = {{6, 8, 50, 30, Color{1, 2, 3, 255}}};
  const std::string svg = Svg(batch, options);
  EXPECT_NE(svg.find("width=\"120\" height=\"160\" viewBox=\"0 0 120 160\""), std::string::npos) << svg;
  EXPECT_NE(svg.find("<svg y=\"50\" width=\"120\" height=\"80\">"), std::string::npos) << svg;
  EXPECT_NE(svg.find("stroke=\"#010101\""), std::string::npos) << "the stripes of its box";
  EXPECT_NE(svg.find("a &lt;colour&gt;"), std::string::npos);
  EXPECT_TRUE(svg.ends_with("</svg>\n</svg>\n"));
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
}  // namespace ringscope::chart_test::shape_svg_test
