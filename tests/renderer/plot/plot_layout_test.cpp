#include "renderer/plot/plot_layout.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace ringscope {
namespace {

constexpr PixelBox kArea{10, 20, 610, 420};

PlotSpec SpecOf(PlotSeries::Form form, std::vector<double> x, std::vector<double> y) {
  PlotSpec spec;
  spec.series.push_back({.form = form, .color = {200, 100, 50}, .x = std::move(x), .y = std::move(y)});
  return spec;
}

TEST(PlotLayout, ValuesLieInTheFrameAndComeBackFromThere) {
  for (const AxisScale scale : {AxisScale::kLinear, AxisScale::kLog, AxisScale::kSymmetricLog}) {
    PlotSpec spec = SpecOf(PlotSeries::Form::kPoints, {1, 10, 1000}, {5, 70, 3e9});
    spec.x.scale = spec.y.scale = scale;
    ShapeBatch batch;
    const LaidPlot plot = LayOutPlot(spec, kArea, {}, batch);
    ASSERT_EQ(plot.spots.size(), 3u);
    EXPECT_EQ(batch.points.size(), 3u);
    for (const PlotSpot& spot : plot.spots) {
      EXPECT_TRUE(plot.frame.Holds(spot.x_px, spot.y_px));
      const double x = spec.series[0].x[spot.point], y = spec.series[0].y[spot.point];
      EXPECT_NEAR(plot.frame.XAt(plot.frame.XPx(x)), x, 1e-9 * x);
      EXPECT_NEAR(plot.frame.YAt(plot.frame.YPx(y)), y, 1e-6 * y);
    }
    EXPECT_GE(plot.frame.box.left_px, kArea.left_px);
    EXPECT_LE(plot.frame.box.bottom_px, kArea.bottom_px);
  }
}

TEST(PlotLayout, WhatIsNotDrawnIsCounted) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  PlotSpec spec = SpecOf(PlotSeries::Form::kPoints, {0, 1, 2, 3, kNan, 5}, {1, 2, 3, 0, 5, HUGE_VAL});
  spec.x.scale = spec.y.scale = AxisScale::kLog;
  ShapeBatch batch;
  const LaidPlot plot = LayOutPlot(spec, kArea, {}, batch);
  EXPECT_EQ(plot.spots.size(), 2u);
  EXPECT_EQ(plot.unplaced, 4u);
  spec.x.window = {1.5, 2.5};
  EXPECT_EQ(LayOutPlot(spec, kArea, {}, batch).outside, 1u);
}

TEST(PlotLayout, NoValuesAndHugeOnesHaveAxes) {
  for (const AxisScale scale : {AxisScale::kLinear, AxisScale::kLog, AxisScale::kSymmetricLog}) {
    for (const auto& values :
         {std::vector<double>{}, {0}, {0, 0}, {1e308, -1e308}, {9223372036854775808.0}}) {
      PlotSpec spec = SpecOf(PlotSeries::Form::kPoints, values, values);
      spec.x.scale = spec.y.scale = scale;
      ShapeBatch batch;
      const LaidPlot plot = LayOutPlot(spec, kArea, {}, batch);
      EXPECT_LT(plot.frame.x.low, plot.frame.x.high);
      EXPECT_EQ(plot.spots.size() + plot.unplaced + plot.outside, values.size());
      EXPECT_FALSE(batch.texts.empty());
    }
  }
}

TEST(PlotLayout, ManyPointsAreDrawnByDensityAndNoneIsLost) {
  std::vector<double> x, y;
  for (int k = 0; k < 50'000; ++k) {
    x.push_back(k % 251);
    y.push_back(k % 17);
  }
  PlotSpec spec = SpecOf(PlotSeries::Form::kPoints, x, y);
  ShapeBatch batch;
  const LaidPlot plot = LayOutPlot(spec, kArea, {}, batch);
  EXPECT_EQ(plot.spots.size(), 50'000u) << "all of them can be pointed at";
  EXPECT_TRUE(batch.points.empty());
  ASSERT_FALSE(batch.rects.empty());
  for (const PlotSpot& spot : plot.spots) {
    const bool is_covered = std::any_of(batch.rects.begin(), batch.rects.end(), [&](const ShapeRect& rect) {
      return spot.x_px >= rect.x - 0.51 && spot.x_px <= rect.x + rect.width + 0.51 &&
             spot.y_px >= rect.y - 0.51 && spot.y_px <= rect.y + rect.height + 0.51;
    });
    ASSERT_TRUE(is_covered) << spot.x_px << " " << spot.y_px;
    if (spot.point > 60) break;
  }
}

TEST(PlotLayout, LinesEndAtTheFrameAndKeepExtremesOfAColumn) {
  PlotSpec spec = SpecOf(PlotSeries::Form::kLine, {}, {});
  for (int k = 0; k < 100'000; ++k) {
    spec.series[0].x.push_back(k);
    spec.series[0].y.push_back(k == 54'321 ? 900 : k % 2);
  }
  ShapeBatch batch;
  const LaidPlot plot = LayOutPlot(spec, kArea, {}, batch);
  EXPECT_LT(batch.lines.size(), 4000u);
  double highest = 1e9;
  for (const ShapeLine& line : batch.lines) {
    if (line.color == spec.series[0].color) highest = std::min({highest, line.y, line.end_y});
  }
  EXPECT_NEAR(highest, plot.frame.YPx(900), 0.01);
  spec.x.window = {20'000, 30'000};
  spec.y.window = {0.25, 0.75};
  ShapeBatch cut;
  const LaidPlot inside = LayOutPlot(spec, kArea, {}, cut);
  for (const ShapeLine& line : cut.lines) {
    EXPECT_TRUE(inside.frame.Holds(line.x, line.y)) << line.x << " " << line.y;
    EXPECT_TRUE(inside.frame.Holds(line.end_x, line.end_y));
  }
}

TEST(PlotLayout, BarsStandOnTheirFeetAndBandsLieBetween) {
  ShapeBatch batch;
  const LaidPlot bars = LayOutPlot(SpecOf(PlotSeries::Form::kBars, {1, 2}, {4, 8}), kArea, {}, batch);
  ASSERT_EQ(batch.rects.size(), 2u);
  EXPECT_NEAR(batch.rects[1].height, bars.frame.YPx(0) - bars.frame.YPx(8), 0.01);
  ShapeBatch band_batch;
  PlotSpec band = SpecOf(PlotSeries::Form::kBand, {0, 10}, {8, 8});
  band.series[0].low = {2, 2};
  const LaidPlot laid = LayOutPlot(band, kArea, {}, band_batch);
  ASSERT_FALSE(band_batch.rects.empty());
  for (const ShapeRect& rect : band_batch.rects) {
    EXPECT_NEAR(rect.y, laid.frame.YPx(8), 0.01);
    EXPECT_NEAR(rect.y + rect.height, laid.frame.YPx(2), 0.01);
  }
}

// What a plot shows does not depend on what its memory held before.
TEST(PlotLayout, ALayoutIntoAnotherIsTheSame) {
  PlotSpec large = SpecOf(PlotSeries::Form::kPoints, {}, {}),
           small = SpecOf(PlotSeries::Form::kPoints, {3, 1, 2}, {1, 2, 3});
  for (int k = 0; k < 30'000; ++k) {
    large.series[0].x.push_back(k * 7919 % 30'000);
    large.series[0].y.push_back(k % 100);
  }
  LaidPlot again;
  for (const PlotSpec* const spec : {&large, &small, &large}) {
    ShapeBatch batch, again_batch;
    const LaidPlot plot = LayOutPlot(*spec, kArea, {}, batch);
    LayOutPlotAgain(*spec, kArea, {}, again_batch, again);
    EXPECT_EQ(again.column_begin, plot.column_begin);
    ASSERT_EQ(again.spots.size(), plot.spots.size());
    for (size_t k = 0; k < plot.spots.size(); ++k) ASSERT_EQ(again.spots[k].point, plot.spots[k].point);
    EXPECT_EQ(again_batch.rects.size(), batch.rects.size());
    EXPECT_EQ(again_batch.points.size(), batch.points.size());
    EXPECT_EQ(again.outside + again.unplaced, 0u);
  }
}

// Nothing is silently left out: each place with points has a square, and the fuller ones are stronger.
TEST(PlotLayout, DensityCoversEveryPoint) {
  PlotSpec spec = SpecOf(PlotSeries::Form::kPoints, {}, {});
  for (int k = 0; k < 40'000; ++k) {
    spec.series[0].x.push_back(k % 4 == 0 ? k : 500);
    spec.series[0].y.push_back(k % 4 == 0 ? k * 31 % 997 : 400);
  }
  ShapeBatch batch;
  const LaidPlot plot = LayOutPlot(spec, kArea, {}, batch);
  EXPECT_EQ(plot.spots.size(), 40'000u);
  EXPECT_TRUE(batch.points.empty());
  Color strongest;
  size_t uncovered = 0;
  for (const PlotSpot& spot : plot.spots) {
    const auto x = static_cast<double>(spot.x_px), y = static_cast<double>(spot.y_px);
    const auto over = std::find_if(batch.rects.begin(), batch.rects.end(), [&](const ShapeRect& rect) {
      return x >= rect.x - 0.01 && x <= rect.x + rect.width + 0.01 && y >= rect.y - 0.01 &&
             y <= rect.y + rect.height + 0.01;
    });
    if (over == batch.rects.end()) {
      ++uncovered;
    } else if (spot.point % 4 != 0) {
      strongest = over->fill;
    }
  }
  EXPECT_EQ(uncovered, 0u);
  EXPECT_EQ(strongest, spec.series[0].color) << "30,000 in one place";
}

TEST(PlotLayout, StepsAreLevelOrUpright) {
  ShapeBatch batch;
  const PlotSpec spec = SpecOf(PlotSeries::Form::kSteps, {1, 20, 50}, {3, 8, 5});
  (void)LayOutPlot(spec, kArea, {}, batch);
  size_t steps = 0;
  for (const ShapeLine& line : batch.lines) {
    if (!(line.color == spec.series[0].color)) continue;
    ++steps;
    EXPECT_TRUE(line.x == line.end_x || line.y == line.end_y);
  }
  EXPECT_EQ(steps, 4u);
}

}  // namespace
}  // namespace ringscope
