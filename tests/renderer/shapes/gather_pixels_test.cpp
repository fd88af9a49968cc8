#include "renderer/shapes/gather_pixels.h"

#include <gtest/gtest.h>

#include <map>
#include <utility>

namespace ringscope::test {
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
  PlacedShapes placed = Pixels(PixelGatherer::kLeastPixels - 1);
  PixelGatherer().Gather(placed);
  EXPECT_EQ(placed.rects.size(), PixelGatherer::kLeastPixels - 1);
  EXPECT_TRUE(placed.rasters.empty());
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
}  // namespace ringscope::test
