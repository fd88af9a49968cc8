#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "app/views/versions/versions_model.h"
#include "renderer/color/color.h"
#include "renderer/shapes/shape_batch.h"
#include "renderer/text/name_text.h"

namespace ringscope::versions {

struct PlotOptions {
  float width_px = 1040, height_px = 830;
  float scale = 1;  // pixels a unit
  Theme theme = Theme::kDark;
  MeasureText measure;  // of the text that is drawn; none: AverageSansWidth
};

// What was drawn of an execution, and the name of a line: pixels from the upper left corner.
struct PlotPoint {
  float x_px = 0, y_px = 0;
  size_t line = 0, execution = 0;
};
struct PlotName {
  float left_px = 0, top_px = 0, width_px = 0, height_px = 0;
  size_t line = 0;
};

// A plot as shapes: a unit of their plane is a pixel, its origin the upper left corner.
struct Plot {
  ShapeBatch batch;
  std::vector<PlotPoint> points;  // version by version
  std::vector<PlotName> names;
  std::vector<float> version_x_px;
  float left_px = 0, top_px = 0, right_px = 0, bottom_px = 0;  // where lines are
};

// O(lines * executions). Without versions only the title.
[[nodiscard]] Plot BuildPlot(const PlotModel& model, const PlotOptions& options);

[[nodiscard]] Color LineColor(const PlotModel& model, size_t line, Theme theme);

// What lies at a place: the execution whose point is nearest in the nearest version, and its line where that is
// near enough to be meant. Nothing outside of where the lines are. O(points).
struct PlotHit {
  size_t execution = 0;
  std::optional<size_t> line;
  float x_px = 0, y_px = 0;  // of the point
};
[[nodiscard]] std::optional<PlotHit> HitAt(const Plot& plot, float x_px, float y_px, float scale);

}  // namespace ringscope::versions
