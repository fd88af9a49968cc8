#include "renderer/plot/plot_parts.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "renderer/plot/plot_layout.h"

namespace ringscope::density_test {
namespace {

PlotSpec ManyPoints() {
  std::mt19937 random(7);
  PlotSpec spec;
  PlotSeries series{.form = PlotSeries::Form::kPoints, .color = {200, 100, 50}};
  for (int k = 0; k < 30'000; ++k) {
    series.x.push_back(static_cast<double>(random() % 10'000));
    series.y.push_back(static_cast<double>(random() % 10'000));
  }
  // In the corners too.
  series.x.insert(series.x.end(), {0, 10'000, 0, 10'000});
  series.y.insert(series.y.end(), {0, 0, 10'000, 10'000});
  spec.series.push_back(std::move(series));
  spec.x.window = spec.y.window = {{0, 10'000}};
  return spec;
}

TEST(Density, LiesWithinTheFrameAndCountsAll) {
  const PlotSpec spec = ManyPoints();
  for (const float scale : {1.0f, 1.25f, 1.7f, 3.0f}) {
    for (const float width : {600.0f, 601.0f, 602.5f, 603.0f}) {
      ShapeBatch batch;
      const PixelBox area{10, 20, 10 + width * scale, 20 + (width - 202) * scale};
      const LaidPlot plot = LayOutPlot(spec, area, {.scale = scale}, batch);
      ASSERT_EQ(batch.rasters.size(), 1u);
      const ShapeRaster& raster = batch.rasters[0];
      const PixelBox& box = plot.frame.box;
      const double right = raster.x + raster.columns * raster.cell_width,
                   bottom = raster.y + raster.rows * raster.cell_height;
      const auto box_right = static_cast<double>(box.right_px),
                 box_bottom = static_cast<double>(box.bottom_px);
      EXPECT_LE(right, box_right + 0.01) << scale << " " << width;
      EXPECT_LE(bottom, box_bottom + 0.01) << scale << " " << width;
      EXPECT_GT(right, box_right - raster.cell_width);
      EXPECT_GT(bottom, box_bottom - raster.cell_height);
      EXPECT_EQ(plot.outside + plot.unplaced, 0u)
          << "what less than a square is left to counts in the last one";
    }
  }
}

TEST(Density, OfLargeFramesHasLargerSquares) {
  const PlotSpec spec = ManyPoints();
  for (const auto& [width, height] :
       {std::pair(16384.0f, 16384.0f), {16384.0f, 4000.0f}, {100'000.0f, 300.0f}}) {
    ShapeBatch batch;
    const LaidPlot plot = LayOutPlot(spec, {0, 0, width, height}, {}, batch);
    ASSERT_EQ(batch.rasters.size(), 1u);
    const ShapeRaster& raster = batch.rasters[0];
    EXPECT_LE(size_t{raster.columns} * raster.rows, kMostDensityCells);
    EXPECT_LE(std::max(raster.columns, raster.rows), 16384u);
    EXPECT_GT(size_t{raster.columns} * raster.rows, 100'000u) << "no larger than needed";
    EXPECT_LE(raster.columns * raster.cell_width,
              static_cast<double>(plot.frame.box.right_px - plot.frame.box.left_px));
    EXPECT_LE(raster.rows * raster.cell_height,
              static_cast<double>(plot.frame.box.bottom_px - plot.frame.box.top_px));
    EXPECT_EQ(raster.cell_width, raster.cell_height);
    EXPECT_EQ(plot.outside, 0u);
  }
}

TEST(Density, OfAFrameNarrowerThanASquareIsAsNarrow) {
  PlotFrame frame;
  frame.box = {10, 20, 11.5f, 60};
  ShapeBatch batch;
  std::vector<DensityCell> cells(20, {1, 0});
  AddDensity({.columns = 1, .rows = 20, .cell_px = 2, .spots = 20, .most = 1}, cells, ManyPoints().series[0],
             frame.box, {0, 0, 0, 255}, batch);
  ASSERT_EQ(batch.rasters.size(), 1u);
  EXPECT_EQ(batch.rasters[0].cell_width, 1.5);
  EXPECT_EQ(batch.rasters[0].cell_height, 2);
}

}  // namespace
}  // namespace ringscope::density_test
