#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "app/charts/plot_pointer.h"
#include "app/views/versions/versions_model.h"
#include "cct/base/job_control.h"
#include "renderer/color/color.h"
#include "renderer/page/page.h"
#include "renderer/plot/plot_layout.h"
#include "renderer/shapes/shape_batch.h"
#include "renderer/text/name_text.h"

namespace ringscope::versions {

struct PlotOptions {
  float width_px = 1040, height_px = 830;
  float scale = 1;  // pixels a unit
  Theme theme = Theme::kDark;
  MeasureText measure;              // of drawn text; empty: AverageSansWidth
  const SeenPlots* seen = nullptr;  // null: all
};

// The drawn point of an execution, and the name of a line: pixels from the upper left corner.
struct PlotPoint {
  float x_px = 0, y_px = 0;
  size_t line = 0, execution = 0;
  size_t frame = 0;  // index into Plot::frames
};
struct LineName {
  PixelBox box;
  size_t line = 0;
};

// A plot as shapes: a unit of their plane is a pixel, its origin the upper left corner.
struct Plot {
  ShapeBatch batch;
  std::vector<PlotPoint> points;
  std::vector<LineName> names;
  std::vector<PixelBox> frames;  // the areas of lines: versions lie at equal shares of their widths
  std::vector<PlotFrame> axes;   // of each of `frames`
  std::vector<PlotSpec> specs;   // likewise
};

// O(lines * executions). Without versions: only the title.
[[nodiscard]] Plot BuildPlot(const PlotModel& model, const PlotOptions& options);

// The plot of a series for a page, with its lines as a table; nothing of a comparison or of one execution.
// Costs: FindSeries().
[[nodiscard]] std::optional<PageFigure> SeriesFigure(const CctPtr& tree, MetricIndex metric, JobControl& job);

[[nodiscard]] Color LineColor(const PlotModel& model, size_t line, Theme theme);

// What lies at a place: in the nearest frame the nearest point of the nearest version, and its line if the
// point is near enough to be meant. Nothing outside the frames. O(points).
struct PlotHit {
  size_t execution = 0;
  std::optional<size_t> line;
  float x_px = 0, y_px = 0;  // of the point
  size_t frame = 0;
};
[[nodiscard]] std::optional<PlotHit> HitAt(const Plot& plot, float x_px, float y_px, float scale);

}  // namespace ringscope::versions
