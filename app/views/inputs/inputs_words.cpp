#include "app/views/inputs/inputs_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cct/base/text/number_text.h"

namespace ringscope::inputs {
namespace {

// Exponents below this, of either sign, stand for a logarithm.
constexpr double kLogarithmicBelow = 0.005;

}  // namespace

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
  return "most cost, divided";
}

namespace {

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

// What a logarithmic axis has no place for.
size_t WithoutPlace(const PlotSpec& spec) {
  const auto count = [](const std::vector<double>& values, AxisScale scale) -> size_t {
    if (scale != AxisScale::kLog) return 0;
    return static_cast<size_t>(
        std::count_if(values.begin(), values.end(), [](double value) { return value <= 0; }));
  };
  size_t sum = 0;
  for (const PlotSeries& series : spec.series)
    sum += count(series.x, spec.x.scale) + count(series.y, spec.y.scale);
  return sum;
}

// "worst = average = best at 3 of 12 sizes"; empty where none are. Points that are drawn over each other.
std::string EqualText(std::string_view what, size_t equal, size_t of) {
  if (equal == 0) return {};
  if (equal == of) return fmt::format("{} at {}", what, of == 1 ? "the size" : "all sizes");
  return fmt::format("{} at {} of {}", what, CountText(equal), CountedText(of, "size"));
}

// Of the series of all three.
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
  const bool are_equal = std::all_of(input.points.begin(), input.points.end(),
                                     [&](const InputPoint& point) { return point.most == first; });
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

}  // namespace

bool HasCurve(const InputChart& chart) { return chart.all_three || chart.chart == CostChart::kWorst; }

std::string ChartTitle(const InputChart& chart) {
  if (chart.all_three) return std::string(kTitleOfAllThree);
  if (chart.chart == CostChart::kBounded)
    return fmt::format("most cost, divided by {}", BoundText(chart.bound));
  return std::string(TitleOf(chart.chart));
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
  if (const size_t count = WithoutPlace(spec); count > 0)
    add(fmt::format("{} of 0 not on this logarithmic axis", CountedText(count, "value")));
  if (input.fit == nullptr || !HasCurve(chart)) return text;
  if (input.fit->power)
    add(CurveText(*input.fit));
  else if (input.points.size() > 1)
    add(NoCurveText(input));
  return text;
}

std::string EqualSidesText(const PlotSpec& before, const PlotSpec& after) {
  const auto points_of = [](const PlotSpec& spec) -> const PlotSeries* {
    const auto found = std::find_if(spec.series.begin(), spec.series.end(), [](const PlotSeries& one) {
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

}  // namespace ringscope::inputs
