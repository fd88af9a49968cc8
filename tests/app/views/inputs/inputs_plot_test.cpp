#include "app/views/inputs/inputs_plot.h"

#include <gtest/gtest.h>

#include <cmath>

#include "renderer/color/palette.h"
#include "renderer/plot/plot_layout.h"

namespace ringscope::inputs::inputs_plot_test {
namespace {

// `most` is 5 + 2 n^2, one call of it in `calls`; the others cost half.
std::vector<InputPoint> Quadratic() {
  std::vector<InputPoint> points;
  for (uint64_t n = 10; n <= 100; n += 10) {
    const uint64_t most = 5 + 2 * n * n;
    points.push_back({n, 2, most + most / 2, most / 2, most, 0});
  }
  return points;
}
InputPoints InputOf(const std::vector<InputPoint>& points, const FunctionFit* fit = nullptr) {
  return {"sort", points, "ns", "rms", fit, std::nullopt};
}

TEST(InputPlot, EachChartHasItsValues) {
  const std::vector<InputPoint> points = Quadratic();
  const auto last = [&](std::string_view word) {
    return InputPlotSpec(InputOf(points), ParseInputChart(word).value(), Theme::kDark).series.back().y.back();
  };
  EXPECT_EQ(last("worst"), 20005);
  EXPECT_EQ(last("best"), 10002);
  EXPECT_EQ(last("average"), (20005 + 10002) / 2.0);
  EXPECT_EQ(last("total"), 20005 + 10002);
  EXPECT_EQ(last("frequency"), 2);
  EXPECT_EQ(last("bounded"), 200.05);
  EXPECT_EQ(InputPlotSpec(InputOf(points), ParseInputChart("all").value(), Theme::kDark).series.size(), 3u);
  EXPECT_EQ(
      ParseInputChart("worse").error().message,
      "expected worst, average, best, total, variance, frequency, amortized, bounded, or all, found 'worse'");
}

// Bars as points: of one call in the colour of one, whatever their height.
TEST(InputPlot, ColoursSayHowManyCallsThereAre) {
  const std::vector<InputPoint> points{{1, 1, 5, 5, 5, 25}, {2, 4096, 4096 * 9, 9, 9, 4096 * 81}};
  for (const char* const word : {"worst", "frequency"}) {
    const PlotSpec spec = InputPlotSpec(InputOf(points), ParseInputChart(word).value(), Theme::kLight);
    ASSERT_EQ(spec.color_scale.colors.size(), 12u) << word;
    ASSERT_EQ(spec.series.at(0).colors.size(), 2u) << word;
    EXPECT_EQ(spec.series[0].colors[0], spec.color_scale.colors.front()) << word;
    EXPECT_EQ(spec.series[0].colors[1], spec.color_scale.colors.back()) << word;
  }
}

TEST(InputPlot, TheCurveFollowsThePointsAndIsNamed) {
  const std::vector<InputPoint> points = Quadratic();
  const FunctionFit fit = FitFunction({0, points});
  const PlotSpec spec = InputPlotSpec(InputOf(points, &fit), {}, Theme::kDark);
  ASSERT_EQ(spec.series.size(), 2u);
  EXPECT_EQ(spec.series[1].form, PlotSeries::Form::kLine);
  EXPECT_EQ(spec.series[1].name, "(0.005 + 0.002 n^2.000) µs");
  EXPECT_NEAR(spec.series[1].y.back(), 5 + 2 * 105 * 105, 1);
  EXPECT_EQ(spec.about, "20 calls of 10 sizes; R^2 1.000; class n^2");
  InputPoints ahead = InputOf(points, &fit);
  ahead.at = 1000;
  const PlotSpec far = InputPlotSpec(ahead, {}, Theme::kDark);
  EXPECT_EQ(far.series.front().form, PlotSeries::Form::kBand);
  EXPECT_NEAR(far.series.back().y.back(), 2'000'005, 50);
}

TEST(InputPlot, WhatIsMissingIsSaid) {
  const std::vector<InputPoint> none, one{{7, 3, 30, 10, 10, 300}},
      three{{0, 1, 0, 0, 0, 0}, {1, 1, 5, 5, 5, 25}, {uint64_t{1} << 63, 1, 9, 9, 9, 81}};
  EXPECT_EQ(InputPlotSpec(InputOf(none), {}, Theme::kDark).about, "no call of it has a cost by input size");
  EXPECT_EQ(InputPlotSpec(InputOf(one), {}, Theme::kDark).about,
            "3 calls of 1 size; of one size nothing can be said of growth");
  const FunctionFit fit = FitFunction({0, three});
  InputChart log;
  log.x_scale = log.y_scale = AxisScale::kLog;
  EXPECT_EQ(InputPlotSpec(InputOf(three, &fit), log, Theme::kDark).about,
            "3 calls of 3 sizes; 2 values of 0 not on this logarithmic axis; too few sizes for a curve");
}

TEST(InputPlot, ASymmetricLogarithmicAxisHasAPlaceForZero) {
  const std::vector<InputPoint> points{
      {0, 1, 0, 0, 0, 0}, {1, 1, 5000, 5000, 5000, 0}, {9, 1, 90'000, 90'000, 90'000, 0}};
  InputChart chart;
  chart.x_scale = LogScale(true, true);
  chart.y_scale = LogScale(true, true);
  const PlotSpec spec = InputPlotSpec(InputOf(points), chart, Theme::kDark);
  EXPECT_EQ(spec.about.find("not on this"), std::string::npos) << spec.about;
  EXPECT_EQ(spec.y.linear_until, 1000) << "the decade of the least cost";
  ShapeBatch batch;
  const LaidPlot laid = LayOutPlot(spec, {0, 0, 640, 400}, {}, batch);
  EXPECT_EQ(SpotsIn(laid, laid.frame.box).size(), 3u);
  chart.x_scale = chart.y_scale = LogScale(true, false);
  ShapeBatch without;
  const LaidPlot logarithmic =
      LayOutPlot(InputPlotSpec(InputOf(points), chart, Theme::kDark), {0, 0, 640, 400}, {}, without);
  EXPECT_EQ(SpotsIn(logarithmic, logarithmic.frame.box).size(), 2u);
  EXPECT_EQ(LogScale(false, true), AxisScale::kLinear);
}

// The line of a plot of these points, which never is a picture without a reason.
std::string AboutOf(const std::vector<InputPoint>& points, std::string_view chart, bool is_log = false,
                    bool has_squares = true, bool has_extremes = true) {
  const FunctionFit fit = points.empty() ? FunctionFit() : FitFunction({0, points});
  InputPoints input = InputOf(points, &fit);
  input.has_squares = has_squares;
  input.has_extremes = has_extremes;
  InputChart drawn = ParseInputChart(chart).value();
  if (is_log) drawn.x_scale = drawn.y_scale = AxisScale::kLog;
  const PlotSpec spec = InputPlotSpec(input, drawn, Theme::kDark);
  ShapeBatch batch;
  const LaidPlot laid = LayOutPlot(spec, {0, 0, 640, 400}, {}, batch);
  EXPECT_FALSE(SpotsIn(laid, laid.frame.box).empty() && spec.about.find(';') == std::string::npos &&
               !points.empty());
  EXPECT_GT(batch.lines.size() + batch.ground.size(), 2u) << "axes are there, whatever the values are";
  return spec.about;
}

TEST(InputPlot, BadInputHasASentence) {
  const auto called_once = [](uint64_t size, uint64_t cost) {
    return InputPoint{size, 1, cost, cost, cost, static_cast<double>(cost) * static_cast<double>(cost)};
  };
  std::vector<InputPoint> nothing, falling, exploding;
  for (uint64_t n = 1; n < 12; ++n) {
    nothing.push_back(called_once(n, 0));
    falling.push_back(called_once(n, 1000 / n));
  }
  for (uint64_t n = 1; n < 60; ++n) exploding.push_back(called_once(n, uint64_t{1} << n));
  EXPECT_EQ(AboutOf(nothing, "worst"), "11 calls of 11 sizes; all cost the same: no curve");
  EXPECT_EQ(AboutOf(nothing, "all", true),
            "11 calls of 11 sizes; worst = average = best at all sizes; 33 values of 0 not on this "
            "logarithmic axis; all cost the same: no curve");
  EXPECT_EQ(AboutOf(nothing, "amortized"),
            "11 calls of 11 sizes; nothing is rare: no cut with alpha up to 2");
  EXPECT_EQ(AboutOf(falling, "variance"), "11 calls of 11 sizes; each size was called once: nothing varies");
  EXPECT_EQ(AboutOf(falling, "variance", false, false),
            "11 calls of 11 sizes; the profile does not tell how costs vary");
  EXPECT_NE(AboutOf(falling, "worst").find("; the curve falls"), std::string::npos);
  EXPECT_NE(AboutOf(falling, "best", false, true, false).find("; the profile tells averages alone"),
            std::string::npos);
  EXPECT_NE(AboutOf(exploding, "worst").find("R^2"), std::string::npos);
  // Sizes at the ends of what can be told, and costs that stay at 2^63 - 1.
  constexpr uint64_t kMost = (uint64_t{1} << 63) - 1;
  const std::vector<InputPoint> ends{called_once(0, 1), called_once(1, kMost), called_once(kMost, 5),
                                     called_once(~uint64_t{0}, kMost)};
  for (const char* const chart :
       {"worst", "average", "best", "total", "frequency", "amortized", "bounded", "all"}) {
    EXPECT_NE(AboutOf(ends, chart).find("4 calls of 4 sizes"), std::string::npos) << chart;
    const std::string about = AboutOf(ends, chart, true);
    EXPECT_NE(about.find(chart == std::string_view("bounded") ? "nothing to divide by at 1 size"
                                                              : "of 0 not on this logarithmic axis"),
              std::string::npos)
        << about;
  }
  InputChart chart = ParseInputChart("bounded").value();
  chart.bound.log_log_power = 1;
  EXPECT_EQ(InputPlotSpec(InputOf({falling.begin(), falling.begin() + 2}), chart, Theme::kDark).about,
            "2 calls of 2 sizes; nothing to divide by at 2 sizes");
}

// Points that lie over each other are rings of one colour around the next, and a sentence counts them.
TEST(InputPlot, EqualPointsAreSeenAndCounted) {
  std::vector<InputPoint> points = Quadratic();
  for (size_t k = 0; k < 3; ++k) {
    points[k].least = points[k].most;
    points[k].cost = 2 * points[k].most;
  }
  const auto widths_fall = [](const PlotSpec& spec) {
    float last = 1e9f;
    for (const PlotSeries& series : spec.series) {
      if (series.form != PlotSeries::Form::kPoints) continue;
      EXPECT_LE(series.width, last - 2) << series.name << ": no ring around the next";
      last = series.width;
    }
  };
  const InputChart all = ParseInputChart("all").value();
  const PlotSpec alone = InputPlotSpec(InputOf(points), all, Theme::kDark);
  EXPECT_EQ(alone.about, "20 calls of 10 sizes; worst = average = best at 3 of 10 sizes");
  widths_fall(alone);
  EXPECT_EQ(InputPlotSpec(InputOf(Quadratic()), all, Theme::kDark).about, "20 calls of 10 sizes");

  std::vector<InputPoint> before = points;
  before.erase(before.begin(), before.begin() + 2);
  before[0].most += 1;
  InputPoints input = InputOf(points);
  input.is_compared = true;
  input.before = before;
  const PlotSpec sides = InputPlotSpec(input, {}, Theme::kDark);
  EXPECT_TRUE(sides.about.ends_with("; before = after at 7 of 8 sizes")) << sides.about;
  widths_fall(sides);
  widths_fall(InputPlotSpec(input, all, Theme::kDark));
  input.before = points;
  EXPECT_TRUE(InputPlotSpec(input, {}, Theme::kDark).about.ends_with("; before = after at all sizes"));
}

TEST(InputPlot, ACurveNearALogarithmIsToldAsOne) {
  FunctionFit fit;
  fit.power = PowerFit{.a = -6.115e5, .b = 6.108e5, .c = 0.0004};
  EXPECT_EQ(FitText(fit, 5000, "ns"), "(-0.7 + 0.2443 ln n) µs");
  EXPECT_EQ(FitText(fit, 5000, "count"), "-700 + 244.3 ln n");
}

TEST(InputPlot, LookingAheadSaysHowSureItIs) {
  const std::vector<InputPoint> points = Quadratic();
  const FunctionFit fit = FitFunction({0, points});
  EXPECT_EQ(OutlookText(fit, 1000, "ns", 100'000),
            "a call with n = 1000 would cost 2.00 ms (2.00 ms to 2.00 ms), 20 times all that this run cost");
  EXPECT_EQ(OutlookText({}, 1000, "ns", 0), "nothing can be said of larger sizes: no curve fits the costs");
  // Nothing follows from noise.
  std::vector<InputPoint> noisy = points;
  for (size_t k = 0; k < noisy.size(); ++k) noisy[k].most = 1000 + (k * 7919 % 13) * 500;
  EXPECT_NE(OutlookText(FitFunction({0, noisy}), 1e6, "ns", 0).find("nothing can be said"),
            std::string::npos);
}

TEST(InputPlot, CsvHasARowAValue) {
  const std::vector<InputPoint> points{{1, 2, 30, 10, 20, 0}, {2, 1, 50, 50, 50, 0}};
  EXPECT_EQ(InputPlotCsv(InputOf(points), {}), "series,size,value,calls\nworst,1,20,2\nworst,2,50,1\n");
  EXPECT_EQ(
      InputPlotCsv(InputOf(points), ParseInputChart("all").value()),
      "series,size,value,calls\nworst,1,20,2\nworst,2,50,1\naverage,1,15,2\naverage,2,50,1\nbest,1,10,2\n"
      "best,2,50,1\n");
}

TEST(InputPlot, SidesOfAComparisonAreTwoSeriesInTheirColours) {
  const std::vector<InputPoint> before = Quadratic();
  std::vector<InputPoint> after;
  for (uint64_t n = 10; n <= 80; n += 10) after.push_back({n, 1, 30 * n, 30 * n, 30 * n, 0});
  const FunctionFit fit = FitFunction({0, after}), before_fit = FitFunction({0, before});
  InputPoints input = InputOf(after, &fit);
  input.is_compared = true;
  input.before = before;
  input.before_fit = &before_fit;
  const PlotSpec spec = InputPlotSpec(input, {}, Theme::kDark);
  ASSERT_EQ(spec.series.size(), 4u);
  std::vector<std::string> names;
  for (const PlotSeries& series : spec.series) {
    names.push_back(series.name);
    EXPECT_EQ(series.color, DivergingColor(IsBefore(series) ? -0.8 : 0.8, Theme::kDark)) << series.name;
    EXPECT_TRUE(series.colors.empty());
  }
  EXPECT_EQ(names[0], "before");
  EXPECT_EQ(names[1], "before: (0.005 + 0.002 n^2.000) µs");
  EXPECT_EQ(names[2], "after");
  EXPECT_TRUE(names[3].starts_with("after: ")) << names[3];
  EXPECT_EQ(spec.series[0].y.size(), 10u);
  EXPECT_EQ(spec.series[2].y.size(), 8u);
  EXPECT_TRUE(spec.about.starts_with("after: 8 calls of 8 sizes")) << spec.about;
  EXPECT_NE(spec.about.find("; before: 20 calls of 10 sizes"), std::string::npos) << spec.about;
  EXPECT_TRUE(spec.color_scale.colors.empty());
  const std::string csv = InputPlotCsv(input, {});
  EXPECT_NE(csv.find("\nbefore worst,10,205,2\n"), std::string::npos) << csv;
  EXPECT_NE(csv.find("\nafter worst,10,300,1\n"), std::string::npos) << csv;
  // A side without any point says so.
  input.before = {};
  input.before_fit = nullptr;
  EXPECT_NE(InputPlotSpec(input, {}, Theme::kDark).about.find("before: no call of it"), std::string::npos);
  for (const char* const word : {"all", "frequency", "amortized", "variance"}) {
    input.before = before;
    const PlotSpec other = InputPlotSpec(input, ParseInputChart(word).value(), Theme::kLight);
    EXPECT_GE(other.series.size(), 2u) << word;
    for (const PlotSeries& series : other.series) EXPECT_NE(series.form, PlotSeries::Form::kBars) << word;
  }
}

}  // namespace
}  // namespace ringscope::inputs::inputs_plot_test
