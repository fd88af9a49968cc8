#include "app/views/inputs/inputs_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/views/inputs/inputs_words.h"
#include "renderer/color/color.h"
#include "renderer/color/palette.h"

namespace ringscope::inputs {
namespace {

constexpr std::array kThree{CostChart::kWorst, CostChart::kAverage, CostChart::kBest};
// The steps of a colour by calls.
constexpr double kLastStep = 11;
constexpr std::string_view kBefore = "before", kAfter = "after";
// Of points of several kinds: equal ones lie over each other as rings around the last.
constexpr std::array<float, 3> kThreeWidths{11, 7.5f, 4.5f};
constexpr std::array<float, 3> kBeforeWidths{14, 12, 10}, kAfterWidths{8, 6, 4};
constexpr float kBeforeWidth = 8, kAfterWidth = 4;

CostSeries SeriesOf(const InputPoints& input, const InputChart& chart, CostChart what) {
  CostSeriesOptions options;
  options.chart = what;
  options.bound = chart.bound;
  options.group_width = std::max<uint64_t>(chart.group_width, 1);
  options.smoothing_window = std::max<uint32_t>(chart.smoothing_window, 1);
  return MakeCostSeries(input.points, options);
}

// The steps of CallsStep(), from that of many calls to that of one: from red over yellow and green to blue,
// each as easy to see on the background.
Color ColorOfStep(uint32_t step, Theme theme) {
  constexpr double kManyHue = 25, kOneHue = 255;
  const double share = static_cast<double>(step) / kLastStep;
  const bool is_dark = theme == Theme::kDark;
  const double lightness = is_dark ? 0.78 - 0.06 * share : 0.6 - 0.08 * share;
  return SrgbFromOkLch({lightness, is_dark ? 0.14 : 0.15, kManyHue + share * (kOneHue - kManyHue)});
}

PlotColorScale ScaleOfCalls(Theme theme) {
  PlotColorScale scale{"1 call", "2,048 and more", {}};
  for (uint32_t step = static_cast<uint32_t>(kLastStep) + 1; step-- > 0;)
    scale.colors.push_back(ColorOfStep(step, theme));
  return scale;
}

Metric MetricOf(const InputPoints& input, const InputChart& chart) {
  if (!chart.all_three && (chart.chart == CostChart::kFrequency || chart.chart == CostChart::kVariance))
    return {{}, "count", 1};
  return {{}, input.cost_unit, 1};
}

PlotSeries PointsOf(const CostSeries& costs, Color color, Theme theme, bool by_calls) {
  PlotSeries series;
  series.color = color;
  for (const CostPoint& point : costs.points) {
    series.x.push_back(point.size);
    series.y.push_back(point.value);
    if (by_calls) series.colors.push_back(ColorOfStep(CallsStep(point.calls), theme));
  }
  return series;
}

// The fitted curve up to a bit beyond the largest size, or to where one looks ahead.
void AddCurve(const InputPoints& input, Theme theme, PlotSpec& spec) {
  const PowerFit& power = *input.fit->power;
  const double least = std::max<double>(static_cast<double>(input.points.front().size), 1);
  const double seen = static_cast<double>(input.points.back().size);
  const double most = std::max(input.at.value_or(0), 1.05 * seen);
  constexpr int kSteps = 240;
  double largest = 0;
  for (const InputPoint& point : input.points) largest = std::max(largest, static_cast<double>(point.most));
  PlotSeries curve{.form = PlotSeries::Form::kLine,
                   .name = FitText(*input.fit, largest, input.cost_unit),
                   .color = DivergingColor(0.8, theme),
                   .width = 2};
  PlotSeries band{.form = PlotSeries::Form::kBand,
                  .name = "two standard errors",
                  .color = MixColors(PaletteOf(theme).background, DivergingColor(0.8, theme), 0.25f)};
  for (int k = 0; k <= kSteps; ++k) {
    const double share = static_cast<double>(k) / kSteps;
    const double n = spec.x.scale == AxisScale::kLinear ? least + share * (most - least)
                                                        : least * std::pow(most / least, share);
    curve.x.push_back(n);
    curve.y.push_back(power.At(n));
    if (!input.at || n < seen) continue;
    const double error = 2 * power.ErrorAt(n);
    band.x.push_back(n);
    band.y.push_back(power.At(n) + error);
    band.low.push_back(std::max(power.At(n) - error, 0.0));
  }
  if (!band.x.empty()) spec.series.insert(spec.series.begin(), std::move(band));
  spec.series.push_back(std::move(curve));
}

// A symmetric logarithmic axis of costs is linear up to the least of them, and no further: in raw units most
// of the plot would be below all points.
void ChooseLinearPart(PlotSpec& spec) {
  if (spec.y.scale != AxisScale::kSymmetricLog) return;
  double least = INFINITY;
  for (const PlotSeries& series : spec.series) {
    if (series.form == PlotSeries::Form::kLine || series.form == PlotSeries::Form::kBand) continue;
    for (const double value : series.y) {
      if (value > 0) least = std::min(least, value);
    }
  }
  spec.y.linear_until = std::isfinite(least) ? std::pow(10, std::floor(std::log10(least))) : 1;
}

// One side of a comparison.
InputPoints SideOf(const InputPoints& input, std::string_view side) {
  InputPoints one = input;
  one.is_compared = false;
  if (side != kBefore) return one;
  one.points = input.before;
  one.fit = input.before_fit;
  return one;
}

// Adds the series of one side in its colour, fainter ones of one kind behind the first.
void AddSide(PlotSpec side, std::string_view name, Theme theme, PlotSpec& spec) {
  const Color background = PaletteOf(theme).background,
              color = DivergingColor(name == kBefore ? -0.8 : 0.8, theme);
  const bool is_before = name == kBefore;
  const auto is_spots = [](const PlotSeries& series) {
    return series.form == PlotSeries::Form::kPoints || series.form == PlotSeries::Form::kBars;
  };
  const bool is_one = std::count_if(side.series.begin(), side.series.end(), is_spots) == 1;
  size_t number = 0;
  for (PlotSeries& series : side.series) {
    series.name = fmt::format("{}{}{}", name, series.name.empty() ? "" : ": ", series.name);
    series.colors.clear();
    if (is_spots(series)) {
      // Bars of two sides would hide each other.
      series.form = PlotSeries::Form::kPoints;
      series.color = MixColors(background, color, 1 - 0.28f * static_cast<float>(number));
      if (is_one)
        series.width = is_before ? kBeforeWidth : kAfterWidth;
      else
        series.width = (is_before ? kBeforeWidths : kAfterWidths)[std::min<size_t>(number, 2)];
      ++number;
    } else if (series.form == PlotSeries::Form::kBand) {
      series.color = MixColors(background, color, 0.25f);
    } else {
      series.color = color;
    }
    spec.series.push_back(std::move(series));
  }
}

PlotSpec ComparedSpec(const InputPoints& input, const InputChart& chart, Theme theme) {
  PlotSpec before = InputPlotSpec(SideOf(input, kBefore), chart, theme),
           spec = InputPlotSpec(SideOf(input, kAfter), chart, theme);
  PlotSpec after = spec;
  spec.series.clear();
  spec.color_scale = {};
  // Of a side without points it is the other one's alone.
  if (before.y.title != after.y.title) spec.y.title += "; before: " + before.y.title;
  spec.about = fmt::format("after: {}; before: {}", after.about, before.about);
  if (const std::string equal = EqualSidesText(before, after); !equal.empty()) spec.about += "; " + equal;
  AddSide(std::move(before), kBefore, theme, spec);
  AddSide(std::move(after), kAfter, theme, spec);
  ChooseLinearPart(spec);
  return spec;
}

}  // namespace

bool IsBefore(const PlotSeries& series) { return series.name.starts_with(kBefore); }

Result<InputChart> ParseInputChart(std::string_view word) {
  InputChart chart;
  if (word == "all") {
    chart.all_three = true;
    return chart;
  }
  if (const auto* found = FindWord(kCostChartWords, word)) {
    chart.chart = found->value;
    return chart;
  }
  std::string words;
  for (const auto& one : kCostChartWords) words += fmt::format("{}, ", one.word);
  return Fail(ErrorCode::kMalformed, fmt::format("expected {}or all, found '{}'", words, word));
}

PlotSpec InputPlotSpec(const InputPoints& input, const InputChart& chart, Theme theme) {
  if (input.is_compared) return ComparedSpec(input, chart, theme);
  PlotSpec spec;
  spec.title = input.name;
  spec.x.title = "input size n";
  spec.x.metric = {{}, "count", 1};
  spec.x.scale = chart.x_scale;
  spec.y.title = ChartTitle(chart);
  spec.y.metric = MetricOf(input, chart);
  spec.y.scale = chart.y_scale;
  if (input.points.empty()) {
    spec.about = "no call of it has a cost by input size";
    return spec;
  }
  CostSeries costs;
  if (chart.all_three) {
    const std::array<Color, 3> colors{DivergingColor(0.7, theme),
                                      MixColors(PaletteOf(theme).background, PaletteOf(theme).text, 0.6f),
                                      DivergingColor(-0.7, theme)};
    for (size_t k = 0; k < kThree.size(); ++k) {
      PlotSeries series = PointsOf(SeriesOf(input, chart, kThree[k]), colors[k], theme, false);
      series.name = WordOf(kCostChartWords, kThree[k]);
      series.width = kThreeWidths[k];
      spec.series.push_back(std::move(series));
    }
  } else {
    costs = SeriesOf(input, chart, chart.chart);
    PlotSeries series = PointsOf(costs, SequentialColor(0.7, theme), theme, true);
    if (chart.chart == CostChart::kFrequency) series.form = PlotSeries::Form::kBars;
    spec.color_scale = ScaleOfCalls(theme);
    // First, as titles are cut at their end.
    if (costs.alpha && *costs.alpha > 0)
      spec.y.title = fmt::format("alpha {:.3g}: {}", *costs.alpha, spec.y.title);
    spec.series.push_back(std::move(series));
  }
  spec.about = AboutText(input, chart, spec, costs);
  ChooseLinearPart(spec);
  if (input.fit != nullptr && input.fit->power && HasCurve(chart)) AddCurve(input, theme, spec);
  return spec;
}

std::string InputPlotCsv(const InputPoints& input, const InputChart& chart) {
  std::string text = "series,size,value,calls\n";
  const auto add_side = [&](const InputPoints& side, std::string_view name) {
    const auto add = [&](CostChart what) {
      for (const CostPoint& point : SeriesOf(side, chart, what).points)
        text += fmt::format("{}{},{},{},{}\n", name, WordOf(kCostChartWords, what), point.size, point.value,
                            point.calls);
    };
    if (chart.all_three)
      for (const CostChart what : kThree) add(what);
    else
      add(chart.chart);
  };
  if (!input.is_compared) {
    add_side(input, "");
    return text;
  }
  add_side(SideOf(input, kBefore), "before ");
  add_side(SideOf(input, kAfter), "after ");
  return text;
}

}  // namespace ringscope::inputs
