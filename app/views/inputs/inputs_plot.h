#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "cct/base/result.h"
#include "cct/inputs/cost_series.h"
#include "cct/inputs/function_fits.h"
#include "renderer/plot/plot_layout.h"

namespace ringscope::inputs {

// How the points of a function are drawn.
struct InputChart {
  CostChart chart = CostChart::kWorst;
  bool all_three = false;  // worst, average and best in one plot, in place of `chart`
  BoundingFunction bound;
  uint64_t group_width = 1;
  uint32_t smoothing_window = 1;
  AxisScale x_scale = AxisScale::kLinear, y_scale = AxisScale::kLinear;
  friend bool operator==(const InputChart&, const InputChart&) = default;
};

// The scale of an axis, logarithmic or not, with a place for 0 or not.
[[nodiscard]] constexpr AxisScale LogScale(bool is_log, bool has_zero) {
  return !is_log ? AxisScale::kLinear : has_zero ? AxisScale::kSymmetricLog : AxisScale::kLog;
}

// A word of kCostChartWords ("worst", ...), or "all" for all three. Errors: kMalformed, with all words.
[[nodiscard]] Result<InputChart> ParseInputChart(std::string_view word);

// The points to draw, with their name and units.
struct InputPoints {
  std::string_view name;
  std::span<const InputPoint> points;  // by rising size
  std::string cost_unit, size_unit;
  const FunctionFit* fit = nullptr;  // null: no curve
  std::optional<double> at;          // a larger size, up to which the curve is drawn
  // The fields that the profile has beside sums (PointFields).
  bool has_extremes = true, has_squares = true;
  // In a comparison, the members above are of the side after, these of the side before.
  bool is_compared = false;
  std::span<const InputPoint> before;
  const FunctionFit* before_fit = nullptr;
};

// Whether a series of a comparison's plot is of the side before.
[[nodiscard]] bool IsBefore(const PlotSeries& series);

// The plot; in a comparison each side has its own colour. `about` describes the content of the plot, what it
// lacks, and the curve. O(points log points).
[[nodiscard]] PlotSpec InputPlotSpec(const InputPoints& input, const InputChart& chart, Theme theme);

// A line for each value: series, size, value, and the calls behind it.
[[nodiscard]] std::string InputPlotCsv(const InputPoints& input, const InputChart& chart);

// The title of the axis of costs, without the divisor of costs.
[[nodiscard]] std::string_view TitleOf(CostChart chart);
inline constexpr std::string_view kTitleOfAllThree = "most, average and least that a call cost";

// "(a + b n^c) ms" with its numbers in the unit that suits the largest cost, or its limit "a + b ln n" for c
// near 0; empty without a fit.
[[nodiscard]] std::string FitText(const FunctionFit& fit, double largest, std::string_view cost_unit);
// "a call with n = 1e+06 would cost 3.1 s (2.9 s to 3.3 s), 40 times all that this run cost". `whole`: the
// cost of the run, 0: unknown. If the fit does not allow an outlook, the text says why.
[[nodiscard]] std::string OutlookText(const FunctionFit& fit, double at, std::string_view cost_unit,
                                      double whole);

}  // namespace ringscope::inputs
