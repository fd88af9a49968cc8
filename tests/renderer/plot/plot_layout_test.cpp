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

bool HasText(const ShapeBatch& batch, std::string_view text) {
  return std::any_of(batch.texts.begin(), batch.texts.end(),
                     [&](const ShapeText& one) { return one.text == text; });
}

TEST(PlotLayout, AHeadTakesTheRowsThatItNeeds) {
  const std::string about = "one two three four five six seven eight nine ten eleven twelve";
  float before = 0;
  for (const float width : {900.0f, 260.0f, 170.0f}) {
    ShapeBatch batch;
    const float height = AddPlotHead("sort", about, {0, 0, width, 100}, {}, batch);
    EXPECT_GT(height, before) << "narrower is higher";
    before = height;
    std::string rows;
    for (size_t k = 1; k < batch.texts.size(); ++k) {
      rows += (k > 1 ? " " : "") + batch.texts[k].text;
      EXPECT_LE(AverageSansWidth(batch.texts[k].text, batch.texts[k].size_px), width);
    }
    EXPECT_EQ(rows, about) << width;
  }
  // Of the rest that does not fit into three rows the last one ends early.
  ShapeBatch batch;
  AddPlotHead("", about + " " + about + " " + about, {0, 0, 160, 100}, {}, batch);
  ASSERT_EQ(batch.texts.size(), 3u);
  EXPECT_NE(batch.texts.back().text.substr(0, 3), "one");
}

TEST(PlotLayout, NamesRulesAndStepsLieWhereTheirValuesAre) {
  PlotSpec spec;
  spec.x.names = {"v1", "v2", "v3", "v4"};
  spec.x.window = {{-0.5, 3.5}};
  spec.names_room = 120;
  spec.series.push_back(
      {.form = PlotSeries::Form::kLine, .name = "upper", .x = {0, 1, 2, 3}, .y = {5, 5, 9, 9}});
  spec.series.push_back(
      {.form = PlotSeries::Form::kLine, .name = "equal", .x = {0, 1, 2, 3}, .y = {9, 9, 9, 9}});
  spec.rules.push_back({2, {200, 0, 0, 120}, 2, "here"});
  spec.steps.push_back({1.5, 5, 9, {0, 200, 0, 255}, "+80 %"});
  ShapeBatch batch;
  const LaidPlot laid = LayOutPlot(spec, {0, 0, 700, 300}, {}, batch);
  for (const char* const text : {"v1", "v4", "upper", "equal", "here", "+80 %"})
    EXPECT_TRUE(HasText(batch, text)) << text;
  ASSERT_EQ(laid.names.size(), 2u);
  EXPECT_LE(laid.names[0].box.bottom_px, laid.names[1].box.top_px) << "none over another";
  EXPECT_GT(laid.names[0].box.left_px, laid.frame.box.right_px);
  const auto green = std::count_if(batch.lines.begin(), batch.lines.end(), [&](const ShapeLine& line) {
    return line.color.g == 200 && line.color.r == 0 && std::abs(line.x - laid.frame.XPx(1.5)) < 20;
  });
  EXPECT_EQ(green, 3) << "level, upright, level";
  const auto red = std::find_if(batch.lines.begin(), batch.lines.end(), [](const ShapeLine& line) {
    return line.color.r == 200 && line.color.g == 0;
  });
  ASSERT_NE(red, batch.lines.end());
  EXPECT_FLOAT_EQ(static_cast<float>(red->x), static_cast<float>(laid.frame.XPx(2)));
}

TEST(PlotLayout, LevelPlotsBeginAtOnePlace) {
  std::vector<PlotSpec> specs(2);
  for (const double most : {3.0, 123456789.0}) {
    PlotSpec& spec = specs[most > 3];
    spec.series.push_back({.x = {0, 1}, .y = {most / 2, most}});
    spec.y.metric = {"time", "ns", 1};
  }
  const std::vector<PixelBox> areas{{10, 0, 400, 200}, {500, 0, 900, 200}};
  ShapeBatch batch;
  const std::vector<LaidPlot> laid = LayOutLevel(specs, areas, {}, batch);
  EXPECT_FLOAT_EQ(laid[0].frame.box.left_px - 10, laid[1].frame.box.left_px - 500);
  ShapeBatch alone;
  specs[0].least_left_px = 0;
  EXPECT_LT(LayOutPlot(specs[0], areas[0], {}, alone).frame.box.left_px, laid[0].frame.box.left_px);
}

TEST(PlotLayout, AnAxisMayBeginAtTheLeastValue) {
  PlotSpec spec;
  spec.series.push_back({.x = {0, 1}, .y = {400, 500}});
  EXPECT_EQ(RangeOfY(spec).low, 0);
  spec.y.from_zero = false;
  EXPECT_GT(RangeOfY(spec).low, 300);
  EXPECT_LT(RangeOfY(spec).low, 400);
}

TEST(PlotLayout, ANarrowLegendHasTheBeginningOfItsFirstName) {
  PlotSpec spec;
  spec.series.push_back(
      {.form = PlotSeries::Form::kLine, .name = "-6.69e+04 + 4.98e-09 n^3.053", .x = {0, 1}, .y = {1, 2}});
  spec.series.push_back({.form = PlotSeries::Form::kLine, .name = "second", .x = {0, 1}, .y = {1, 2}});
  const auto texts_at = [&](float width) {
    ShapeBatch batch;
    (void)LayOutPlot(spec, {0, 0, width, 300}, {}, batch);
    return batch;
  };
  const ShapeBatch wide = texts_at(600);
  EXPECT_TRUE(HasText(wide, spec.series[0].name));
  EXPECT_TRUE(HasText(wide, "second"));
  const ShapeBatch narrow = texts_at(170);
  const auto begins = std::find_if(narrow.texts.begin(), narrow.texts.end(),
                                   [](const ShapeText& one) { return one.text.starts_with("-6.69"); });
  ASSERT_NE(begins, narrow.texts.end());
  EXPECT_LT(begins->text.size(), spec.series[0].name.size());
  EXPECT_LE(static_cast<float>(begins->x) + AverageSansWidth(begins->text, begins->size_px), 170);
  EXPECT_FALSE(HasText(narrow, "second"));
}

}  // namespace
}  // namespace ringscope
