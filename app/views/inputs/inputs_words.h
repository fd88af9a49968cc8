#pragma once

#include <string>
#include <string_view>

#include "app/views/inputs/inputs_plot.h"

namespace ringscope::inputs {

// What the axis of costs says of a chart, without what costs are divided by.
[[nodiscard]] std::string_view TitleOf(CostChart chart);
inline constexpr std::string_view kTitleOfAllThree = "most, average and least that a call cost";
[[nodiscard]] std::string ChartTitle(const InputChart& chart);
// Whether the fitted curve is of what the chart draws.
[[nodiscard]] bool HasCurve(const InputChart& chart);
// What the plot of a function shows, what it lacks and why: PlotSpec::about. `spec` has the points.
[[nodiscard]] std::string AboutText(const InputPoints& input, const InputChart& chart, const PlotSpec& spec,
                                    const CostSeries& costs);
// Says at how many sizes the first points of both sides are equal, so that those after hide those before.
[[nodiscard]] std::string EqualSidesText(const PlotSpec& before, const PlotSpec& after);

// "(a + b n^c) ms" with its numbers in the unit in which the largest cost is told, or its limit "a + b ln n"
// for c near 0; empty without a fit.
[[nodiscard]] std::string FitText(const FunctionFit& fit, double largest, std::string_view cost_unit);
// "a call with n = 1e+06 would cost 3.1 s (2.9 s to 3.3 s), 40 times all that this run cost". `whole`: the
// cost of the run, 0: unknown. Says why if the fit does not allow it.
[[nodiscard]] std::string OutlookText(const FunctionFit& fit, double at, std::string_view cost_unit,
                                      double whole);

}  // namespace ringscope::inputs
