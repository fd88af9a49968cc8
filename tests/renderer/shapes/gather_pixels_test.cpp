#include "renderer/shapes/gather_pixels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <utility>

namespace ringscope::chart_test::gather_pixels_test {
namespace {

constexpr Color kPlain{1, 2, 3, 255};

PlacedRect Pixel(float x, float y, Color fill) {
  PlacedRect rect;
  rect.left_px = x;
  rect.top_px = y;
  rect.width_px = rect.height_px = 1;
  rect.fill = fill;
  return rect;
}

// So many in rows of 100, each of a colour of its own, the first one outside of the view.
PlacedShapes Pixels(size_t count) {
  PlacedShapes placed;
  for (size_t k = 0; k < count; ++k)
    placed.rects.push_back(Pixel(static_cast<float>(k % 100) * 3 - 1, static_cast<float>(k / 100) * 2 - 1,
                                 {static_cast<uint8_t>(k % 251), static_cast<uint8_t>(k / 251), 9, 255}));
  return placed;
}

// Upright and level lines, the first ones beyond the edges of the view.
PlacedShapes Lines(size_t count) {
  PlacedShapes placed;
  placed.width_px = 300.5f;
  placed.height_px = 200;
  for (size_t k = 0; k < count; ++k) {
    const float x = static_cast<float>(k % 330) - 10.5f, y = static_cast<float>(k % 230) - 9.5f;
    const Color color{static_cast<uint8_t>(k % 251), static_cast<uint8_t>(k / 251), 7, 255};
    if (k % 2 == 0) {
      placed.strokes.push_back({x, y, x, y + static_cast<float>(k % 7), 1, color});
    } else {
      placed.strokes.push_back({x + static_cast<float>(k % 5), y, x, y, 1, color});
    }
  }
  placed.strokes_below = count;
  return placed;
}

using Cells = std::map<std::pair<int, int>, uint32_t>;
uint32_t Number(Color color) { return uint32_t{color.r} << 16 | uint32_t{color.g} << 8 | color.b; }

Cells CellsOf(const PlacedShapes& placed) {
  Cells cells;
  for (const PlacedRect& rect : placed.rects) {
    if (rect.width_px == 1)
      cells[{static_cast<int>(rect.left_px), static_cast<int>(rect.top_px)}] = Number(rect.fill);
  }
  for (const PlacedRaster& raster : placed.rasters) {
    for (uint32_t k = 0; k < raster.cells->size(); ++k) {
      if ((*raster.cells)[k].a == 0) continue;
      cells[{static_cast<int>(raster.left_px) + static_cast<int>(k % raster.columns),
             static_cast<int>(raster.top_px) + static_cast<int>(k / raster.columns)}] =
          Number((*raster.cells)[k]);
    }
  }
  return cells;
}

TEST(PixelGatherer, EveryPixelKeepsItsPlaceAndColour) {
  PixelGatherer gatherer;
  for (const size_t count : {3000u, 1500u, 5000u}) {
    PlacedShapes placed = Pixels(count);
    const Cells before = CellsOf(placed);
    gatherer.Gather(placed);
    EXPECT_TRUE(placed.rects.empty());
    ASSERT_EQ(placed.rasters.size(), 1u);
    EXPECT_EQ(placed.rasters[0].width_px, static_cast<float>(placed.rasters[0].columns));
    EXPECT_EQ(CellsOf(placed), before);
  }
}

TEST(PixelGatherer, OtherRectanglesStayBelow) {
  PlacedShapes placed = Pixels(2000);
  PlacedRect wide = Pixel(5, 5, kPlain), clear = Pixel(6, 6, {1, 2, 3, 100}), striped = Pixel(7, 7, kPlain),
             between = Pixel(8.5f, 8, kPlain);
  wide.width_px = 2;
  striped.hatch = kPlain;
  const std::vector<PlacedRect> others{wide, clear, striped, between};
  placed.rects.insert(placed.rects.begin() + 1000, others.begin(), others.end());
  PixelGatherer().Gather(placed);
  ASSERT_EQ(placed.rects.size(), others.size());
  EXPECT_EQ(placed.rects[0].width_px, 2);
  EXPECT_EQ(placed.rects[3].left_px, 8.5f);
  EXPECT_EQ(placed.rasters[0].rects_below, others.size());
}

TEST(PixelGatherer, FewAreLeftAlone) {
  PlacedShapes placed = Pixels(PixelGatherer::kLeastRects - 1);
  PixelGatherer().Gather(placed);
  EXPECT_EQ(placed.rects.size(), PixelGatherer::kLeastRects - 1);
  EXPECT_TRUE(placed.rasters.empty());
  placed = Lines(PixelGatherer::kLeastLines - 1);
  PixelGatherer().Gather(placed);
  EXPECT_EQ(placed.strokes.size(), PixelGatherer::kLeastLines - 1);
}

TEST(PixelGatherer, LinesFillThePixelsThatTheyGoThrough) {
  PlacedShapes placed = Lines(5000);
  Cells expected;
  for (const PlacedStroke& line : placed.strokes) {
    for (int x = 0; x <= 300; ++x) {
      for (int y = 0; y < 200; ++y) {
        const auto holds = [](int pixel, float a, float b) {
          return static_cast<float>(pixel + 1) > std::min(a, b) &&
                 static_cast<float>(pixel) <= std::max(a, b);
        };
        if (holds(x, line.x_px, line.end_x_px) && holds(y, line.y_px, line.end_y_px))
          expected[{x, y}] = Number(line.color);
      }
    }
  }
  PixelGatherer().Gather(placed);
  EXPECT_TRUE(placed.strokes.empty());
  EXPECT_EQ(placed.strokes_below, 0u);
  ASSERT_EQ(placed.rasters.size(), 1u);
  EXPECT_EQ(placed.rasters[0].rects_below, 0u);
  EXPECT_EQ(CellsOf(placed), expected);
}

TEST(PixelGatherer, OtherLinesStayInTheirOrder) {
  PlacedShapes placed = Lines(4000);
  const std::vector<PlacedStroke> others{
      {10, 10, 20, 11, 1, kPlain}, {10, 10, 10, 11, 2, kPlain}, {10, 10, 10, 12, 1, {1, 2, 3, 100}}};
  placed.strokes.insert(placed.strokes.begin() + 500, others.begin(), others.end());
  placed.strokes_below += others.size();
  placed.strokes.push_back({5.5f, 5, 5.5f, 9, 1, kPlain});  // over the rectangles
  PixelGatherer().Gather(placed);
  ASSERT_EQ(placed.strokes.size(), 4u);
  EXPECT_EQ(placed.strokes_below, 3u);
  EXPECT_EQ(placed.strokes[0].end_x_px, 20);
  EXPECT_EQ(placed.strokes[1].width_px, 2);
  EXPECT_EQ(placed.strokes[2].color.a, 100);
  EXPECT_EQ(placed.strokes[3].x_px, 5.5f);
}

// Whoever still has the raster before keeps what it shows.
TEST(PixelGatherer, ARasterThatIsShownIsNotWrittenTo) {
  PixelGatherer gatherer;
  PlacedShapes shown = Pixels(3000), next = Pixels(2000);
  const Cells before = CellsOf(shown);
  gatherer.Gather(shown);
  gatherer.Gather(next);
  EXPECT_EQ(CellsOf(shown), before);
}

}  // namespace
}  // namespace ringscope::chart_test::gather_pixels_test
