#include "renderer/plot/plot_layout.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <random>

#include "renderer/plot/plot_parts.h"
#include "renderer/plot/series_index.h"

namespace ringscope::plot_layout_test {
namespace {

constexpr PixelBox kArea{10, 20, 610, 420};

PlotSpec SpecOf(PlotSeries::Form form, std::vector<double> x, std::vector<double> y) {
  PlotSpec spec;
  spec.series.push_back({.form = form, .color = {200, 100, 50}, .x = std::move(x), .y = std::move(y)});
  return spec;
}

// All in sight.
std::vector<PlotSpot> SpotsOf(const LaidPlot& plot) {
  const PixelBox& box = plot.frame.box;
  return SpotsIn(plot, {box.left_px - 1, box.top_px - 1, box.right_px + 1, box.bottom_px + 1});
}

TEST(PlotLayout, ValuesLieInTheFrameAndComeBackFromThere) {
  for (const AxisScale scale : {AxisScale::kLinear, AxisScale::kLog, AxisScale::kSymmetricLog}) {
    PlotSpec spec = SpecOf(PlotSeries::Form::kPoints, {1, 10, 1000}, {5, 70, 3e9});
    spec.x.scale = spec.y.scale = scale;
    ShapeBatch batch;
    const LaidPlot plot = LayOutPlot(spec, kArea, {}, batch);
    ASSERT_EQ(SpotsOf(plot).size(), 3u);
    EXPECT_EQ(batch.points.size(), 3u);
    for (const PlotSpot& spot : SpotsOf(plot)) {
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
  EXPECT_EQ(SpotsOf(plot).size(), 2u);
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
      EXPECT_EQ(SpotsOf(plot).size() + plot.unplaced + plot.outside, values.size());
      EXPECT_FALSE(batch.texts.empty());
    }
  }
}

// Points as they come: many in few places, some of them without a place.
PlotSpec ManyPoints(size_t count, AxisScale scale, bool is_ascending, uint32_t seed) {
  std::mt19937 random(seed);
  const auto real = [&random] { return static_cast<double>(random()) / 4294967296.0; };
  PlotSpec spec = SpecOf(PlotSeries::Form::kPoints, {}, {});
  PlotSeries& series = spec.series[0];
  for (size_t k = 0; k < count; ++k) {
    const double x = std::exp(8 * real());
    series.x.push_back(k % 1000 == 7 ? -x : k % 1000 == 8 ? HUGE_VAL : x);
    series.y.push_back(k % 3 == 0 ? 50 : 100 * real());
    series.colors.push_back({static_cast<uint8_t>(k % 200), 100, 0});
  }
  if (is_ascending) std::sort(series.x.begin(), series.x.end());
  spec.x.scale = scale;
  return spec;
}

// The places that a search of all points finds in sight.
std::vector<PlotSpot> SpotsOfAll(const PlotSpec& spec, const PlotFrame& frame) {
  std::vector<PlotSpot> spots;
  for (uint32_t k = 0; k < spec.series[0].x.size(); ++k) {
    const double x = frame.XPx(spec.series[0].x[k]), y = frame.YPx(spec.series[0].y[k]);
    if (std::isfinite(x) && std::isfinite(y) && frame.Holds(x, y))
      spots.push_back({static_cast<float>(x), static_cast<float>(y), 0, k});
  }
  return spots;
}

TEST(PlotLayout, WhateverIsSeenHasAllOfItsPoints) {
  for (const AxisScale scale : {AxisScale::kLinear, AxisScale::kLog, AxisScale::kSymmetricLog}) {
    for (const bool is_ascending : {false, true}) {
      PlotSpec spec = ManyPoints(30'000, scale, is_ascending, 9);
      PlotSpec indexed = spec;
      IndexSeries(indexed);
      LaidPlot again;
      for (int look = 0; look < 8; ++look) {
        if (look > 0) {
          spec.x.window = indexed.x.window = {{0.5 + 40.0 * look, 2000 - 150.0 * look}};
          spec.y.window = indexed.y.window = {{2.5 * look, 101.0}};
        }
        ShapeBatch batch, again_batch;
        const LaidPlot plot = LayOutPlot(spec, kArea, {}, batch);
        LayOutPlotAgain(indexed, kArea, {}, again_batch, again);
        std::vector<PlotSpot> expected = SpotsOfAll(spec, plot.frame);
        for (const LaidPlot* const laid : {&plot, static_cast<const LaidPlot*>(&again)}) {
          std::vector<PlotSpot> seen = SpotsOf(*laid);
          ASSERT_EQ(seen.size(), expected.size());
          EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end(),
                                     [](const auto& a, const auto& b) { return a.x_px < b.x_px; }));
          std::sort(seen.begin(), seen.end(), [](const auto& a, const auto& b) { return a.point < b.point; });
          for (size_t k = 0; k < seen.size(); ++k) {
            ASSERT_EQ(seen[k].point, expected[k].point);
            ASSERT_NEAR(seen[k].x_px, expected[k].x_px, 1e-3);
            ASSERT_NEAR(seen[k].y_px, expected[k].y_px, 1e-3);
          }
          EXPECT_EQ(seen.size() + laid->outside + laid->unplaced, spec.series[0].x.size());
          EXPECT_EQ(laid->unplaced, scale == AxisScale::kLog ? 60u : 30u);
        }
        EXPECT_EQ(batch.points.size(), again_batch.points.size());
        ASSERT_EQ(batch.rasters.size(), again_batch.rasters.size());
        if (!batch.rasters.empty()) {
          EXPECT_EQ(*batch.rasters[0].cells, *again_batch.rasters[0].cells);
        }
      }
    }
  }
}

// Nothing is silently left out: squares count what a search of all points finds in them, and have the colour
// of the last one.
TEST(PlotLayout, DensityCountsEveryPointWhereItLies) {
  for (const bool is_ascending : {false, true}) {
    const PlotSpec spec = ManyPoints(50'000, AxisScale::kLog, is_ascending, 5);
    ShapeBatch batch;
    const LaidPlot plot = LayOutPlot(spec, kArea, {}, batch);
    EXPECT_TRUE(batch.points.empty());
    ASSERT_EQ(batch.rasters.size(), 1u);
    ASSERT_EQ(plot.spots.size(), 1u);
    std::vector<DensityCell> cells(7, {3, 3});
    const DensityGrid grid = CountSpots(plot.spots[0], plot.frame, 2, cells);
    const std::vector<PlotSpot> all = SpotsOfAll(spec, plot.frame);
    EXPECT_EQ(grid.spots, all.size());
    std::vector<DensityCell> expected(cells.size());
    uint32_t most = 0;
    for (const PlotSpot& spot : all) {
      const auto at = [](float from, float to, uint32_t count) {
        return std::min(static_cast<uint32_t>(std::max(to - from, 0.0f) / 2), count - 1);
      };
      const size_t column = at(plot.frame.box.left_px, spot.x_px, grid.columns),
                   row = at(plot.frame.box.top_px, spot.y_px, grid.rows);
      DensityCell& cell = expected[row * grid.columns + column];
      most = std::max(most, ++cell.count);
      cell.last = spot.point;
    }
    EXPECT_EQ(grid.most, most);
    const ShapeRaster& raster = batch.rasters[0];
    ASSERT_EQ(raster.cells->size(), cells.size());
    // Of those on the edge of a square the last bit decides.
    size_t off = 0;
    for (size_t k = 0; k < cells.size(); ++k) {
      off += cells[k].count != expected[k].count;
      EXPECT_EQ((*raster.cells)[k].a, cells[k].count > 0 ? 255 : 0);
    }
    EXPECT_LE(off, 4u);
    const auto fullest = std::find_if(cells.begin(), cells.end(),
                                      [&](const DensityCell& cell) { return cell.count == grid.most; });
    EXPECT_EQ((*raster.cells)[static_cast<size_t>(fullest - cells.begin())],
              spec.series[0].colors[fullest->last]);
  }
}

TEST(PlotLayout, FewInSightOfManyAreDiscs) {
  PlotSpec spec = ManyPoints(50'000, AxisScale::kLinear, true, 5);
  spec.y.window = {{49.9999, 50.0001}};
  ShapeBatch batch;
  const LaidPlot plot = LayOutPlot(spec, kArea, {}, batch);
  EXPECT_TRUE(batch.rasters.empty());
  EXPECT_EQ(batch.points.size(), SpotsOf(plot).size());
  EXPECT_GT(batch.points.size(), 16'000u);
}

// More bars than columns of pixels look as they did one by one.
TEST(PlotLayout, BarsOfOneColumnAreItsHighest) {
  PlotSpec spec = SpecOf(PlotSeries::Form::kBars, {}, {});
  std::mt19937 random(3);
  for (int k = 0; k < 20'000; ++k) {
    spec.series[0].x.push_back(k);
    spec.series[0].y.push_back(static_cast<double>(random() % 1000));
  }
  ShapeBatch batch;
  const LaidPlot plot = LayOutPlot(spec, kArea, {}, batch);
  std::map<double, double> highest;
  for (const PlotSpot& spot : SpotsOf(plot)) {
    double& top = highest.try_emplace(std::floor(static_cast<double>(spot.x_px)), 1e9).first->second;
    top = std::min(top, static_cast<double>(spot.y_px));
  }
  EXPECT_EQ(SpotsOf(plot).size(), 20'000u);
  ASSERT_EQ(batch.rects.size(), highest.size());
  for (const ShapeRect& rect : batch.rects) {
    ASSERT_TRUE(highest.contains(rect.x));
    EXPECT_NEAR(rect.y, highest[rect.x], 1e-3);
    EXPECT_NEAR(rect.y + rect.height, plot.frame.YPx(0), 1e-3);
  }
}

TEST(PlotLayout, TheHighestBarOfAColumnHasItsColour) {
  PlotSpec spec = SpecOf(PlotSeries::Form::kBars, {}, {});
  const Color low{10, 20, 30, 255}, high{200, 100, 50, 255};
  for (int k = 0; k < 20'000; ++k) {
    spec.series[0].x.push_back(k);
    spec.series[0].y.push_back(k == 12'345 ? 1000 : 5);
    spec.series[0].colors.push_back(k == 12'345 ? high : low);
  }
  ShapeBatch batch;
  const LaidPlot plot = LayOutPlot(spec, kArea, {}, batch);
  EXPECT_LT(batch.rects.size(), 2000u);
  size_t tall = 0;
  for (const ShapeRect& rect : batch.rects) {
    const bool is_tall = rect.y < plot.frame.YPx(500);
    tall += is_tall ? 1 : 0;
    EXPECT_EQ(rect.fill, is_tall ? high : low);
  }
  EXPECT_EQ(tall, 1u);
}

TEST(PlotLayout, TheGridLiesBelowTheBars) {
  ShapeBatch batch;
  const LaidPlot plot = LayOutPlot(SpecOf(PlotSeries::Form::kBars, {1, 2}, {4, 8}), kArea, {}, batch);
  EXPECT_GT(batch.ground.size(), 4u);
  EXPECT_EQ(batch.lines.size(), 2u) << "the axes";
  for (const ShapeLine& line : batch.ground) EXPECT_TRUE(plot.frame.Holds(line.x, line.y));
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
    const std::vector<PlotSpot> expected = SpotsOf(plot), seen = SpotsOf(again);
    ASSERT_EQ(seen.size(), expected.size());
    for (size_t k = 0; k < seen.size(); ++k) ASSERT_EQ(seen[k].point, expected[k].point);
    ASSERT_EQ(again_batch.rasters.size(), batch.rasters.size());
    if (!batch.rasters.empty()) {
      EXPECT_EQ(*again_batch.rasters[0].cells, *batch.rasters[0].cells);
    }
    EXPECT_EQ(again_batch.points.size(), batch.points.size());
    EXPECT_EQ(again.outside + again.unplaced, 0u);
  }
}

// An index of other points, or for other axes, is not taken.
TEST(PlotLayout, AnIndexThatDoesNotSuitIsMadeAgain) {
  PlotSpec spec = ManyPoints(5'000, AxisScale::kLinear, false, 2);
  IndexSeries(spec);
  spec.x.scale = AxisScale::kLog;
  ShapeBatch batch;
  LaidPlot plot = LayOutPlot(spec, kArea, {}, batch);
  EXPECT_EQ(SpotsOf(plot).size(), SpotsOfAll(spec, plot.frame).size());
  spec.series[0].x.push_back(3);
  spec.series[0].y.push_back(3);
  spec.series[0].colors.push_back({});
  plot = LayOutPlot(spec, kArea, {}, batch);
  EXPECT_EQ(SpotsOf(plot).size(), SpotsOfAll(spec, plot.frame).size());
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

TEST(PlotLayout, ALongTitleKeepsTheFunction) {
  ShapeBatch batch;
  AddPlotHead(
      "company::product::feature::collection::SortedCollection<std::string>::insert(const std::string&)", "",
      {0, 0, 300, 100}, {}, batch);
  ASSERT_EQ(batch.texts.size(), 1u);
  EXPECT_TRUE(batch.texts[0].text.ends_with("insert")) << batch.texts[0].text;
  AddPlotHead("sort - a_very_long_name_of_a_profile_from_last_night.folded", "", {0, 0, 200, 100}, {}, batch);
  EXPECT_EQ(batch.texts.back().text, "sort");
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
  std::vector<LaidPlot> laid;
  specs[1].about = "which has one row more above it";
  LayOutLevel(specs, areas, {}, batch, laid);
  ASSERT_EQ(laid.size(), 2u);
  EXPECT_FLOAT_EQ(laid[0].frame.box.left_px - 10, laid[1].frame.box.left_px - 500);
  EXPECT_FLOAT_EQ(laid[0].frame.box.top_px, laid[1].frame.box.top_px);
  EXPECT_FLOAT_EQ(laid[0].frame.box.bottom_px, laid[1].frame.box.bottom_px);
  ShapeBatch alone;
  EXPECT_LT(LayOutPlot(specs[0], areas[0], {}, alone).frame.box.top_px, laid[0].frame.box.top_px);
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

TEST(PlotLayout, ALegendTakesTheRowsThatItNeeds) {
  PlotSpec spec;
  for (const char* const name : {"-6.69e+04 + 4.98e-09 n^3.053", "second", "third", "fourth"})
    spec.series.push_back({.form = PlotSeries::Form::kLine, .name = name, .x = {0, 1}, .y = {1, 2}});
  spec.color_scale = {"1 call", "2,048 and more", std::vector<Color>(12)};
  float top_before = 0;
  for (const float width : {900.0f, 380.0f, 280.0f}) {
    ShapeBatch batch;
    const LaidPlot plot = LayOutPlot(spec, {0, 0, width, 300}, {}, batch);
    EXPECT_GT(plot.frame.box.top_px, top_before) << "narrower is higher";
    top_before = plot.frame.box.top_px;
    for (const PlotSeries& series : spec.series) EXPECT_TRUE(HasText(batch, series.name)) << width;
    EXPECT_TRUE(HasText(batch, "2,048 and more")) << width;
    for (const ShapeText& text : batch.texts) {
      if (text.align == TextAlign::kLeft) {
        EXPECT_LE(static_cast<float>(text.x) + AverageSansWidth(text.text, text.size_px), width);
      }
    }
  }
  // Where three rows are too few it says so, and a name that no row has room for is cut.
  ShapeBatch narrow;
  (void)LayOutPlot(spec, {0, 0, 110, 300}, {}, narrow);
  const auto begins = std::find_if(narrow.texts.begin(), narrow.texts.end(),
                                   [](const ShapeText& one) { return one.text.starts_with("-6.69"); });
  ASSERT_NE(begins, narrow.texts.end());
  EXPECT_LT(begins->text.size(), spec.series[0].name.size());
  EXPECT_TRUE(HasText(narrow, "..."));
  EXPECT_FALSE(HasText(narrow, "fourth"));
}

}  // namespace
}  // namespace ringscope::plot_layout_test
