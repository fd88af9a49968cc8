#include "app/cli/kinds/plot_options.h"

#include <fmt/format.h>

#include "app/cli/load.h"
#include "app/cli/output.h"
#include "app/cli/picture_output.h"
#include "app/views/versions/versions_model.h"
#include "cct/base/text/ascii.h"
#include "cct/base/text/file_ending.h"
#include "cct/inputs/cost_series.h"

namespace ringscope::versions {
namespace {

// The first column of the series' metric of that name.
Result<MetricIndex> ColumnOf(const CctPtr& tree, const std::string& name) {
  if (const std::optional<Series> series = StoredSeries(tree)) {
    for (const SeriesMetric& one : series->metrics) {
      if (EqualsFolded(one.metric.name, name)) return one.run.front();
    }
  }
  return Refuse("--metric: expected a metric of the series, found '{}'", name);
}

Result<PlotModel> ModelOf(const ringscope::PlotOptions& options) {
  RINGSCOPE_ASSIGN(Input input, LoadInput(options.input));
  const Cct& tree = *input.tree;
  if (!StoredSeries(input.tree)) {
    std::string words;
    for (const auto& one : kCostChartWords) words += fmt::format("{}, ", one.word);
    if (tree.point_count() > 0)
      return Refuse(
          "--chart: expected {}or all, found none: {} has costs by input size, and no "
          "executions to plot a series of",
          words, options.input.file.string());
    return Refuse(
        "{}: expected a profile of several executions, or costs by input size and a --chart of "
        "them: {}or all",
        options.input.file.string(), words);
  }
  Wanted wanted{input.tree, 0, options.by_share};
  PlotSubject subject{{options.from_zero, options.by_share, options.is_apart}};
  if (!options.function.empty()) {
    for (FrameId frame = 0; frame < tree.frames().size() && !subject.function; ++frame) {
      if (tree.frames().name(frame) == options.function) subject.function = frame;
    }
    if (!subject.function)
      return Refuse("--function: expected the name of a function, found '{}'", options.function);
  }
  WatchedJob job("adding up");
  if (!options.view.metric.empty()) {
    RINGSCOPE_ASSIGN(wanted.metric, ColumnOf(input.tree, options.view.metric));
  }
  RINGSCOPE_ASSIGN(const FoundSeries found, About(options.input.file, FindSeries(wanted, job)));
  PlotModel model = PlotModelOf(found, subject);
  model.title = options.input.file.filename().string();
  if (!options.input.apply.empty()) model.title += " | " + options.input.apply;
  return model;
}

}  // namespace

Result<int> RunVersionsPlot(const ringscope::PlotOptions& options) {
  if (HasEnding(options.output, ".csv")) {
    return Refuse(
        "{}: expected .png or .svg, or --chart for a CSV file of costs by input size; 'ringscope table "
        "--over-executions --csv' prints the values of a series",
        options.output.string());
  }
  RINGSCOPE_TRY(CheckPicture(options));
  RINGSCOPE_TRY(CheckDefinesAreUsed(options.input));
  RINGSCOPE_ASSIGN(const PlotModel model, ModelOf(options));
  return WritePlotPicture(options, model.title + ": " + model.about,
                          [&](float width, float height, const PlotLook& look, ShapeBatch& batch) {
                            batch = BuildPlot(model, {width, height, look}).batch;
                          });
}

}  // namespace ringscope::versions
