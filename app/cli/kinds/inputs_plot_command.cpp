#include "app/cli/kinds/plot_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/cli/job_watch.h"
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

// What is drawn: a function, its points and its fit.
struct Subject {
  Input input;
  std::string name, cost_unit, size_unit;
  std::vector<InputPoint> points;
  FunctionFit fit;
  bool has_extremes = true, has_squares = true;
  bool is_compared = false;
  std::vector<InputPoint> before;
  FunctionFit before_fit;
};

Result<Subject> SubjectOf(const PlotOptions& options) {
  RINGSCOPE_ASSIGN(Input input, LoadInput(options.input));
  const Cct& tree = *input.tree;
  const PointCost cost = options.self ? PointCost::kSelf : PointCost::kInclusive;
  const PointFields fields(tree, cost, LastSideOfPoints(tree));
  const std::string file = options.input.file.string();
  if (!fields.exist()) return RefuseWithoutPoints(options.input.file, tree, options.self);
  WatchedJob job("fitting");
  RINGSCOPE_ASSIGN(const std::vector<FunctionFit> fits,
                   About(options.input.file, FitFunctions(tree, fields, &job)));
  auto found = fits.begin();
  if (!options.function.empty()) {
    found = std::find_if(fits.begin(), fits.end(), [&](const FunctionFit& fit) {
      return tree.frames().name(fit.frame) == options.function;
    });
    if (found == fits.end()) {
      return Refuse(
          "--function: expected the name of a function with costs by input size, found "
          "'{}'; `ringscope fit {}` lists them",
          options.function, file);
    }
  }
  if (found == fits.end()) return Refuse("{}: expected costs of calls by input size, found no calls", file);
  Subject subject{std::move(input),
                  {},
                  fields.cost_unit(),
                  fields.size_unit(),
                  {},
                  *found,
                  true,
                  true,
                  HavePointsSides(tree),
                  {},
                  {}};
  subject.name = DisplayText(subject.input.tree->frames().name(found->frame));
  subject.has_extremes = fields.has_extremes();
  subject.has_squares = fields.has_squares();
  subject.points = PointsOfFunction(*subject.input.tree, fields, found->frame);
  if (!subject.is_compared) return subject;
  subject.before = PointsOfFunction(*subject.input.tree,
                                    PointFields(*subject.input.tree, cost, Side::kBefore), found->frame);
  if (!subject.before.empty()) subject.before_fit = FitFunction({found->frame, subject.before});
  return subject;
}

}  // namespace

Result<int> RunInputsPlot(const PlotOptions& options) {
  const bool is_csv = HasEnding(options.output, ".csv");
  RINGSCOPE_TRY(CheckPicture(options, PictureEndings::kAlsoCsv));
  RINGSCOPE_TRY(CheckDefinesAreUsed(options.input));
  RINGSCOPE_ASSIGN(const InputChart chart, ChartOf(options));
  RINGSCOPE_ASSIGN(const Subject subject, SubjectOf(options));
  const InputPoints points{subject.name,
                           subject.points,
                           subject.cost_unit,
                           subject.size_unit,
                           &subject.fit,
                           options.at,
                           subject.has_extremes,
                           subject.has_squares,
                           subject.is_compared,
                           subject.before,
                           subject.before.empty() ? nullptr : &subject.before_fit};
  if (is_csv) {
    RINGSCOPE_TRY(AboutOutput(options.output, WriteFile(options.output, InputPlotCsv(points, chart))));
    return kExitOk;
  }
  PlotSpec spec = InputPlotSpec(points, chart, options.theme);
  spec.title = fmt::format("{} - {}", subject.name, options.input.file.filename().string());
  // First: what is asked for; and what the plot does not show, as ever.
  if (options.at)
    spec.about =
        fmt::format("{}; {}", OutlookText(subject.fit, *options.at, subject.cost_unit, 0), spec.about);
  return WritePlotPicture(options, spec.title + ": " + spec.about,
                          [&](float width, float height, const PlotLook& look, ShapeBatch& batch) {
                            (void)LayOutPlot(spec, {12, 8, width - 12, height - 8}, look, batch);
                          });
}

}  // namespace ringscope::inputs
