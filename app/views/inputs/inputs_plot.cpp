#include "app/views/inputs/inputs_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "cct/base/number_text.h"
#include "renderer/color/palette.h"

namespace ringscope::inputs {
namespace {

constexpr std::array kThree{CostChart::kWorst, CostChart::kAverage, CostChart::kBest};
// The steps of a colour by calls.
constexpr double kLastStep = 11;

CostSeries SeriesOf(const InputPoints& input, const InputChart& chart, CostChart what) {
  CostSeriesOptions options;
  options.chart = what;
  options.bound = chart.bound;
  options.group_width = std::max<uint64_t>(chart.group_width, 1);
  options.smoothing_window = std::max<uint32_t>(chart.smoothing_window, 1);
  return MakeCostSeries(input.points, options);
}

std::string_view TitleOf(CostChart chart) {
  switch (chart) {
    case CostChart::kWorst:
      return "most that a call cost";
    case CostChart::kAverage:
      return "average cost of a call";
    case CostChart::kBest:
      return "least that a call cost";
    case CostChart::kTotal:
      return "cost of all calls";
    case CostChart::kVariance:
      return "variance of the cost";
    case CostChart::kFrequency:
      return "calls";
    case CostChart::kAmortized:
      return "amortized cost of a call";
    case CostChart::kBounded:
      break;
  }
  return "most that a call cost, by h(n)";
}

std::string BoundText(const BoundingFunction& bound) {
  std::string text;
  const auto add = [&text](std::string_view base, double power) {
    if (power == 0) return;
    if (!text.empty()) text += " ";
    text += power == 1 ? std::string(base) : fmt::format("{}^{:g}", base, power);
  };
  add("n", bound.power);
  add("ln(n)", bound.log_power);
  add("ln(ln(n))", bound.log_log_power);
  return text.empty() ? "1" : text;
}

bool HasCurve(const InputChart& chart) { return chart.all_three || chart.chart == CostChart::kWorst; }

Metric MetricOf(const InputPoints& input, const InputChart& chart) {
  if (!chart.all_three && (chart.chart == CostChart::kFrequency || chart.chart == CostChart::kVariance ||
                           chart.chart == CostChart::kBounded))
    return {{}, "count", 1};
  return {{}, input.cost_unit, 1};
}

PlotSeries PointsOf(const CostSeries& costs, Color color, Theme theme, bool by_calls) {
  PlotSeries series;
  series.color = color;
  for (const CostPoint& point : costs.points) {
    series.x.push_back(point.size);
    series.y.push_back(point.value);
    if (by_calls)
      series.colors.push_back(SequentialColor(0.25 + 0.75 * (1 - CallsStep(point.calls) / kLastStep), theme));
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
  PlotSeries curve{.form = PlotSeries::Form::kLine,
                   .name = FitText(*input.fit),
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

std::string CostText(double value, std::string_view unit) {
  if (value >= 0 && value < 9e18) return ValueText(static_cast<uint64_t>(std::llround(value)), unit, 1);
  return fmt::format("{:.3g} {}", value, unit);
}

}  // namespace

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

std::string ChartTitle(const InputChart& chart) {
  if (chart.all_three) return "most, average and least that a call cost";
  if (chart.chart == CostChart::kBounded)
    return fmt::format("most that a call cost, by {}", BoundText(chart.bound));
  return std::string(TitleOf(chart.chart));
}

std::string FitText(const FunctionFit& fit) {
  if (!fit.power) return {};
  const PowerFit& power = *fit.power;
  return fmt::format("{:.4g} {} {:.4g} n^{:.3f}", power.a, power.b < 0 ? "-" : "+", std::abs(power.b),
                     power.c);
}

std::string ClassText(const FunctionFit& fit) {
  return fmt::format("{}{}", WordOf(kGrowthClassWords, fit.growth.growth), fit.growth.is_decided ? "" : "?");
}

std::string OutlookText(const FunctionFit& fit, double at, std::string_view cost_unit, double whole) {
  if (!fit.power || fit.power->r_squared < kLeastExplained)
    return "nothing can be said of larger sizes: no curve fits the costs";
  const double cost = fit.power->At(at), error = 2 * fit.power->ErrorAt(at);
  if (!std::isfinite(cost) || !std::isfinite(error) || cost < 0 || error > cost)
    return fmt::format("nothing can be said of n = {:g}: the curve is too uncertain there", at);
  std::string text =
      fmt::format("a call with n = {:g} would cost {} ({} to {})", at, CostText(cost, cost_unit),
                  CostText(cost - error, cost_unit), CostText(cost + error, cost_unit));
  if (whole > 0) {
    const double times = cost / whole;
    text += times < 2 ? fmt::format(", {:.3g} % of all that this run cost", 100 * times)
                      : fmt::format(", {:.3g} times all that this run cost", times);
  }
  return text;
}

PlotSpec InputPlotSpec(const InputPoints& input, const InputChart& chart, Theme theme) {
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
  uint64_t left_out = 0;
  std::optional<double> alpha;
  if (chart.all_three) {
    const std::array<Color, 3> colors{DivergingColor(0.7, theme),
                                      MixColors(PaletteOf(theme).background, PaletteOf(theme).text, 0.6f),
                                      DivergingColor(-0.7, theme)};
    for (size_t k = 0; k < kThree.size(); ++k) {
      PlotSeries series = PointsOf(SeriesOf(input, chart, kThree[k]), colors[k], theme, false);
      series.name = WordOf(kCostChartWords, kThree[k]);
      spec.series.push_back(std::move(series));
    }
  } else {
    const CostSeries costs = SeriesOf(input, chart, chart.chart);
    left_out = costs.left_out;
    alpha = costs.alpha;
    PlotSeries series =
        PointsOf(costs, SequentialColor(0.7, theme), theme, chart.chart != CostChart::kFrequency);
    if (chart.chart == CostChart::kFrequency) series.form = PlotSeries::Form::kBars;
    spec.series.push_back(std::move(series));
  }
  uint64_t calls = 0;
  for (const InputPoint& point : input.points) calls += std::min(point.calls, ~uint64_t{0} - calls);
  spec.about = fmt::format("{} of {}", CountedText(calls, "call"), CountedText(input.points.size(), "size"));
  if (input.points.size() == 1) spec.about += "; of one size nothing can be said of growth";
  if (alpha) spec.about += fmt::format("; alpha {:.3g}", *alpha);
  if (left_out > 0) spec.about += fmt::format("; h(n) says nothing of {}", CountedText(left_out, "size"));
  const auto& first = spec.series.front();
  const auto without_place = [](const std::vector<double>& values, AxisScale scale) {
    return scale == AxisScale::kLog ? static_cast<size_t>(std::count_if(values.begin(), values.end(),
                                                                        [](double v) { return v <= 0; }))
                                    : 0;
  };
  if (const size_t count = without_place(first.x, chart.x_scale) + without_place(first.y, chart.y_scale);
      count > 0)
    spec.about += fmt::format("; {} of 0 not on this logarithmic axis", CountedText(count, "value"));
  if (input.fit != nullptr && HasCurve(chart)) {
    if (input.fit->power) {
      AddCurve(input, theme, spec);
      spec.about += fmt::format("; R^2 {:.3f}; class {}", input.fit->power->r_squared, ClassText(*input.fit));
    } else if (input.points.size() > 1) {
      spec.about +=
          input.points.size() < kLeastPointsOfFit ? "; too few sizes for a curve" : "; no curve fits";
    }
  }
  return spec;
}

std::string InputPlotCsv(const InputPoints& input, const InputChart& chart) {
  std::string text = "series,size,value,calls\n";
  const auto add = [&](CostChart what) {
    for (const CostPoint& point : SeriesOf(input, chart, what).points)
      text +=
          fmt::format("{},{},{},{}\n", WordOf(kCostChartWords, what), point.size, point.value, point.calls);
  };
  if (chart.all_three)
    for (const CostChart what : kThree) add(what);
  else
    add(chart.chart);
  return text;
}

}  // namespace ringscope::inputs
