#include "app/views/inputs/inputs_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "cct/base/text/number_text.h"
#include "renderer/color/color.h"
#include "renderer/color/palette.h"

namespace ringscope::inputs {
namespace {

constexpr std::array kThree{CostChart::kWorst, CostChart::kAverage, CostChart::kBest};
// The steps of a colour by calls.
constexpr double kLastStep = 11;
constexpr std::string_view kBefore = "before", kAfter = "after";
// The widths of points of several series: equal points lie over each other as rings around the last one.
constexpr std::array<float, 3> kThreeWidths{11, 7.5f, 4.5f};
constexpr std::array<float, 3> kBeforeWidths{14, 12, 10}, kAfterWidths{8, 6, 4};
constexpr float kBeforeWidth = 8, kAfterWidth = 4;

std::string BoundText(const BoundingFunction& bound) {
  if (bound.formula) return bound.formula->text();
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

// The number of values that lie on no logarithmic axis.
size_t CountOffAxis(const PlotSpec& spec) {
  const auto count = [](const std::vector<double>& values, AxisScale scale) -> size_t {
    if (scale != AxisScale::kLog) return 0;
    return static_cast<size_t>(std::ranges::count_if(values, [](double value) { return value <= 0; }));
  };
  size_t sum = 0;
  for (const PlotSeries& series : spec.series)
    sum += count(series.x, spec.x.scale) + count(series.y, spec.y.scale);
  return sum;
}

// "worst = average = best at 3 of 12 sizes", for points that are drawn over each other; empty if there are
// none.
std::string EqualText(std::string_view what, size_t equal, size_t of) {
  if (equal == 0) return {};
  if (equal == of) return fmt::format("{} at {}", what, of == 1 ? "the size" : "all sizes");
  return fmt::format("{} at {} of {}", what, CountText(equal), CountedText(of, "size"));
}

// EqualText() for the series of all three.
std::string EqualThreeText(const PlotSpec& spec) {
  size_t equal = 0;
  const std::vector<double>& worst = spec.series[0].y;
  for (size_t k = 0; k < worst.size(); ++k)
    equal += worst[k] == spec.series[1].y[k] && worst[k] == spec.series[2].y[k];
  return EqualText("worst = average = best", equal, worst.size());
}

// Why there is no curve.
std::string NoCurveText(const InputPoints& input) {
  if (input.points.size() < kLeastPointsOfFit) return "too few sizes for a curve";
  const uint64_t first = input.points.front().most;
  const bool are_equal =
      std::ranges::all_of(input.points, [&](const InputPoint& point) { return point.most == first; });
  return are_equal ? "all cost the same: no curve" : "no curve fits";
}

std::string CurveText(const FunctionFit& fit) {
  std::string text = fmt::format("R^2 {:.3f}; class {}", fit.power->r_squared, GrowthText(fit));
  if (fit.fitted_sizes < fit.sizes)
    text += fmt::format("; fitted to {} of the sizes", CountText(fit.fitted_sizes));
  if (fit.power->b * fit.power->c < 0) text += "; the curve falls";
  return text;
}

std::string CostText(double value, std::string_view unit) {
  if (value >= 0 && value < 9e18) return ValueText(static_cast<uint64_t>(std::llround(value)), unit, 1);
  return fmt::format("{:.3g} {}", value, unit);
}

// Whether the chart draws the costs that the curve is fitted to.
bool HasCurve(const InputChart& chart) { return chart.all_three || chart.chart == CostChart::kWorst; }

std::string ChartTitle(const InputChart& chart) {
  if (chart.all_three) return std::string(kTitleOfAllThree);
  if (chart.chart == CostChart::kBounded)
    return fmt::format("most cost, divided by {}", BoundText(chart.bound));
  return std::string(TitleOf(chart.chart));
}

// PlotSpec::about: the content of the plot, what it lacks, and why. `spec` has the points.
std::string AboutText(const InputPoints& input, const InputChart& chart, const PlotSpec& spec,
                      const CostSeries& costs) {
  uint64_t calls = 0;
  for (const InputPoint& point : input.points) calls += std::min(point.calls, ~uint64_t{0} - calls);
  std::string text =
      fmt::format("{} of {}", CountedText(calls, "call"), CountedText(input.points.size(), "size"));
  const auto add = [&text](std::string_view sentence) { text += fmt::format("; {}", sentence); };
  if (input.points.size() == 1) add("of one size nothing can be said of growth");
  if (costs.alpha && *costs.alpha <= 0) add("nothing is rare: no cut with alpha up to 2");
  if (chart.group_width > 1)
    add(fmt::format("groups of {} sizes", CountText(chart.group_width)));
  else if (chart.smoothing_window > 1 && !costs.alpha)
    add(fmt::format("means of {} points", CountText(chart.smoothing_window | 1u)));
  if (!chart.all_three && chart.chart == CostChart::kVariance) {
    if (!input.has_squares)
      add("the profile does not tell how costs vary");
    else if (calls == input.points.size())
      add("each size was called once: nothing varies");
  }
  const bool is_of_extremes = chart.all_three || chart.chart == CostChart::kWorst ||
                              chart.chart == CostChart::kBest || chart.chart == CostChart::kBounded;
  if (is_of_extremes && !input.has_extremes)
    add("the profile tells averages alone");
  else if (chart.all_three)
    if (const std::string equal = EqualThreeText(spec); !equal.empty()) add(equal);
  if (costs.left_out > 0) add(fmt::format("nothing to divide by at {}", CountedText(costs.left_out, "size")));
  if (const size_t count = CountOffAxis(spec); count > 0)
    add(fmt::format("{} of 0 not on this logarithmic axis", CountedText(count, "value")));
  if (input.fit == nullptr || !HasCurve(chart)) return text;
  if (input.fit->power)
    add(CurveText(*input.fit));
  else if (input.points.size() > 1)
    add(NoCurveText(input));
  return text;
}

// Says at how many sizes the first points of both sides are equal, so that those after hide those before.
std::string EqualSidesText(const PlotSpec& before, const PlotSpec& after) {
  const auto points_of = [](const PlotSpec& spec) -> const PlotSeries* {
    const auto found = std::ranges::find_if(spec.series, [](const PlotSeries& one) {
      return one.form == PlotSeries::Form::kPoints || one.form == PlotSeries::Form::kBars;
    });
    return found == spec.series.end() ? nullptr : &*found;
  };
  const PlotSeries *const first = points_of(before), *const second = points_of(after);
  if (first == nullptr || second == nullptr) return {};
  size_t equal = 0, common = 0;
  for (size_t a = 0, b = 0; a < first->x.size() && b < second->x.size();) {
    if (first->x[a] == second->x[b]) {
      ++common;
      equal += first->y[a++] == second->y[b++];
    } else {
      ++(first->x[a] < second->x[b] ? a : b);
    }
  }
  return EqualText("before = after", equal, common);
}

CostSeries SeriesOf(const InputPoints& input, const InputChart& chart, CostChart what) {
  return MakeCostSeries(input.points, {.chart = what,
                                       .bound = chart.bound,
                                       .group_width = std::max<uint64_t>(chart.group_width, 1),
                                       .smoothing_window = std::max<uint32_t>(chart.smoothing_window, 1)});
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

// Adds the fitted curve up to a bit beyond the largest size, or up to `input.at`.
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

// Makes a symmetric logarithmic axis of costs linear up to the least cost only: linear up to a raw 1, most of
// the plot could lie below all points.
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

// Adds the series of one side in its colour; its second and third series of points are fainter.
void AddSide(PlotSpec side, std::string_view name, Theme theme, PlotSpec& spec) {
  const Color background = PaletteOf(theme).background,
              color = DivergingColor(name == kBefore ? -0.8 : 0.8, theme);
  const bool is_before = name == kBefore;
  const auto is_spots = [](const PlotSeries& series) {
    return series.form == PlotSeries::Form::kPoints || series.form == PlotSeries::Form::kBars;
  };
  const bool is_one = std::ranges::count_if(side.series, is_spots) == 1;
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
  // Titles have the alpha of their side; a side without points has none.
  if (before.y.title != after.y.title) spec.y.title += "; before: " + before.y.title;
  spec.about = fmt::format("after: {}; before: {}", after.about, before.about);
  if (const std::string equal = EqualSidesText(before, after); !equal.empty()) spec.about += "; " + equal;
  AddSide(std::move(before), kBefore, theme, spec);
  AddSide(std::move(after), kAfter, theme, spec);
  ChooseLinearPart(spec);
  return spec;
}

// Exponents below this, of either sign, stand for a logarithm.
constexpr double kLogarithmicBelow = 0.005;

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
  return Fail(ErrorCode::kMalformed, "expected {}or all, found '{}'", words, word);
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
    // Alpha stands first, because long titles are cut at their end.
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

std::string_view TitleOf(CostChart chart) {
  constexpr EnumWords<CostChart, kCostChartCount> kTitles{
      {{"most that a call cost", CostChart::kWorst},
       {"average cost of a call", CostChart::kAverage},
       {"least that a call cost", CostChart::kBest},
       {"cost of all calls", CostChart::kTotal},
       {"variance of the cost", CostChart::kVariance},
       {"calls", CostChart::kFrequency},
       {"amortized cost of a call", CostChart::kAmortized},
       {"most cost, divided", CostChart::kBounded}}};
  return WordOf(kTitles, chart);
}

std::string FitText(const FunctionFit& fit, double largest, std::string_view cost_unit) {
  if (!fit.power) return {};
  const PowerFit& power = *fit.power;
  const ReadableUnit unit =
      ReadableUnitOf(static_cast<uint64_t>(std::llround(std::clamp(largest, 0.0, 9e18))), cost_unit, 1);
  const auto text = [&](double a, double b, std::string_view growth) {
    const std::string sum =
        fmt::format("{:.4g} {} {:.4g} {}", a / unit.raw, b < 0 ? "-" : "+", std::abs(b) / unit.raw, growth);
    return unit.is_stepped ? fmt::format("({}) {}", sum, unit.name) : sum;
  };
  // n^c = 1 + c ln n + ...: two large numbers nearly cancel.
  if (std::abs(power.c) < kLogarithmicBelow) return text(power.a + power.b, power.b * power.c, "ln n");
  return text(power.a, power.b, fmt::format("n^{:.3f}", power.c));
}

std::string OutlookText(const FunctionFit& fit, double at, std::string_view cost_unit, double whole) {
  if (!fit.power || fit.power->r_squared < kLeastExplained)
    return "nothing can be said of larger sizes: no curve fits the costs";
  const double cost = fit.power->At(at), error = 2 * fit.power->ErrorAt(at);
  if (std::isfinite(cost) && cost < 0)
    return fmt::format("nothing can be said of n = {:g}: the curve is below 0 there", at);
  if (!std::isfinite(cost) || !std::isfinite(error) || error > cost)
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

}  // namespace ringscope::inputs
