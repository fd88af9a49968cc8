#include "app/cli/kinds/plot_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/cli/load.h"
#include "app/cli/output.h"
#include "app/cli/picture_output.h"
#include "app/views/inputs/inputs_plot.h"
#include "cct/base/system/atomic_file.h"
#include "cct/base/text/file_ending.h"

namespace ringscope::inputs {
namespace {

Result<InputChart> ChartOf(const PlotOptions& options) {
  Result<InputChart> chart = ParseInputChart(options.chart);
  if (!chart) return Refuse("--chart: {}", chart.error().message);
  chart->bound = {options.bound_power, options.bound_log_power, options.bound_log_log_power};
  if (!options.bound.empty()) {
    Result<BoundingFormula> formula = BoundingFormula::Parse(options.bound);
    if (!formula)
      return Refuse("--bound: column {}: {}", formula.error().column.value_or(1), formula.error().message);
    chart->bound.formula = *std::move(formula);
  }
  chart->group_width = options.group_width;
  chart->smoothing_window = options.smoothing_window;
  if (options.group_width > 1 && options.smoothing_window > 1)
    return Refuse("--smooth: expected it without --group: a point is grouped or smoothed");
  if (options.smoothing_window > 1 && chart->chart == CostChart::kAmortized)
    return Refuse("--smooth: expected another chart than amortized");
  if (options.has_zero && !options.log_x && !options.log_y)
    return Refuse("--log-zero: expected --log-x or --log-y, found neither");
  chart->x_scale = LogScale(options.log_x, options.has_zero);
  chart->y_scale = LogScale(options.log_y, options.has_zero);
  return *chart;
}

// The fit of the function that is asked for, or of the one that grows the fastest.
Result<FunctionFit> FitOf(const PlotOptions& options, const Cct& tree, const PointFields& fields) {
  const std::string file = options.input.file.string();
  if (!fields.exist()) return RefuseWithoutPoints(options.input.file, tree, options.self);
  WatchedJob job("fitting");
  RINGSCOPE_ASSIGN(const std::vector<FunctionFit> fits,
                   About(options.input.file, FitFunctions(tree, fields, &job)));
  const auto is_asked = [&](const FunctionFit& fit) {
    return options.function.empty() || tree.frames().name(fit.frame) == options.function;
  };
  const auto found = std::find_if(fits.begin(), fits.end(), is_asked);
  if (found != fits.end()) return *found;
  if (options.function.empty())
    return Refuse("{}: expected costs of calls by input size, found no calls", file);
  return Refuse(
      "--function: expected the name of a function with costs by input size, found '{}'; `ringscope fit {}` "
      "lists them",
      options.function, file);
}

}  // namespace

Result<int> RunInputsPlot(const PlotOptions& options) {
  const bool is_csv = HasEnding(options.output, ".csv");
  RINGSCOPE_TRY(CheckPicture(options, PictureEndings::kAlsoCsv));
  RINGSCOPE_TRY(CheckDefinesAreUsed(options.input));
  RINGSCOPE_ASSIGN(const InputChart chart, ChartOf(options));
  RINGSCOPE_ASSIGN(const Input input, LoadInput(options.input));
  const Cct& tree = *input.tree;
  const PointCost cost = options.self ? PointCost::kSelf : PointCost::kInclusive;
  const PointFields fields(tree, cost, LastSideOfPoints(tree));
  RINGSCOPE_ASSIGN(const FunctionFit fit, FitOf(options, tree, fields));
  const std::string name = DisplayText(tree.frames().name(fit.frame));
  const std::vector<InputPoint> all = PointsOfFunction(tree, fields, fit.frame);
  const bool is_compared = HavePointsSides(tree);
  FunctionPoints before{fit.frame, {}};
  if (is_compared) before.points = PointsOfFunction(tree, PointFields(tree, cost, Side::kBefore), fit.frame);
  const bool has_before = !before.points.empty();
  const FunctionFit before_fit = has_before ? FitFunction(before) : FunctionFit();
  const InputPoints points{name,
                           all,
                           fields.cost_unit(),
                           fields.size_unit(),
                           &fit,
                           options.at,
                           fields.has_extremes(),
                           fields.has_squares(),
                           is_compared,
                           before.points,
                           has_before ? &before_fit : nullptr};
  if (is_csv) {
    RINGSCOPE_TRY(AboutOutput(options.output, WriteFile(options.output, InputPlotCsv(points, chart))));
    return kExitOk;
  }
  PlotSpec spec = InputPlotSpec(points, chart, options.theme);
  spec.title = fmt::format("{} - {}", name, options.input.file.filename().string());
  // The outlook that was asked for comes before the text about what the plot leaves out.
  if (options.at)
    spec.about = fmt::format("{}; {}", OutlookText(fit, *options.at, fields.cost_unit(), 0), spec.about);
  return WritePlotPicture(options, spec.title + ": " + spec.about,
                          [&](float width, float height, const PlotLook& look, ShapeBatch& batch) {
                            (void)LayOutPlot(spec, {12, 8, width - 12, height - 8}, look, batch);
                          });
}

}  // namespace ringscope::inputs
