#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/charts/plot_pointer.h"
#include "app/view/state/app_state.h"
#include "app/views/versions/versions.h"
#include "cct/base/job_control.h"
#include "cct/compare/answers/function_series.h"
#include "cct/tree/execution.h"
#include "cct/tree/metric.h"
#include "renderer/color/color.h"
#include "renderer/page/page.h"
#include "renderer/plot/plot_layout.h"
#include "renderer/shapes/shape_batch.h"
#include "renderer/text/name_text.h"

namespace ringscope::versions {

// A place on the axis of versions: the executions of one commit, or one execution without a known commit.
struct Version {
  std::string name;                // the execution's; for several the beginning of the commit's
  std::string details;             // "commit 1a2b3c, benchmark parse, 2024-05-01": true of all executions
  std::vector<size_t> executions;  // ascending
  friend bool operator==(const Version&, const Version&) = default;
};

// In the order of their first executions. O(n log n).
[[nodiscard]] std::vector<Version> VersionsOf(std::span<const Execution> executions);

// Executions with the same attribute "benchmark", ascending; "" for those without it. In the order of their
// first executions. O(n log n).
struct ExecutionGroup {
  std::string name;
  std::vector<size_t> executions;
};
[[nodiscard]] std::vector<ExecutionGroup> BenchmarksOf(std::span<const Execution> executions);

// The index of the version that an execution belongs to.
[[nodiscard]] size_t VersionOf(std::span<const Version> versions, size_t execution);

// All executions in drawing order from left to right: version by version.
[[nodiscard]] std::vector<size_t> DrawnOrder(std::span<const Version> versions);

// A line over the versions.
struct PlotLine {
  enum class Of : uint8_t { kWhole, kContext, kFunction, kBenchmark };
  Of of = Of::kWhole;
  std::string name;
  std::optional<FrameId> function;          // a click chooses this function
  std::vector<double> values;               // by execution: raw values, or shares
  std::vector<size_t> executions;           // the line's, ascending; empty: all
  std::vector<double> median, least, most;  // by version; 0 without runs
  std::vector<size_t> runs;                 // by version
  std::vector<CostStep> steps;
  [[nodiscard]] bool Has(size_t execution) const {
    return executions.empty() || std::ranges::binary_search(executions, execution);
  }
  friend bool operator==(const PlotLine&, const PlotLine&) = default;
};

// The content of a plot. Lines of the whole and of a context lie in an upper part with a scale of its own.
struct PlotModel {
  std::string title;  // of the profile
  std::string about;  // the meaning of the lines
  // The largest step: "AbstractList.equals about doubled at v1.9"; without steps, the range of the first
  // line.
  std::string sentence;
  std::string missing;  // why there is no plot, and how to get one; else empty
  Metric metric;
  PlotPlace place;
  std::vector<Version> versions;
  std::vector<PlotLine> lines;  // lines of the upper part first
  std::optional<size_t> cursor, chosen, before;
  friend bool operator==(const PlotModel&, const PlotModel&) = default;
};

// The most lines of functions, which are those that vary most.
inline constexpr size_t kMostLines = 7;

// The parts of a series to be plotted.
struct PlotSubject {
  PlotPlace place;
  std::optional<FrameId> function;  // in place of the functions that vary most
  ContextId context = kNoContext;   // beside the whole
};
// With several benchmarks each has a line, of the whole or of the function; functions by share are plotted
// for the first benchmark alone. O(lines * executions).
[[nodiscard]] PlotModel PlotModelOf(const FoundSeries& found, const PlotSubject& subject);

// The model of a view, with its title and choices.
[[nodiscard]] PlotModel BuildPlotModel(const AppState& state, const ViewState& view);

// "about doubled at v1.9".
[[nodiscard]] std::string StepText(const PlotModel& model, const CostStep& step);

// A value, or a difference with its sign.
[[nodiscard]] std::string PlotValueText(const PlotModel& model, double value);
// "+1.20 ms, +4.5 %"; "same" without a difference.
[[nodiscard]] std::string PlotDifferenceText(const PlotModel& model, double before, double after);
// "+4.5 %"; `before` must not be 0.
[[nodiscard]] std::string GrowthText(double before, double after);

// The texts beside the pointer about one execution.
struct Readout {
  struct Row {
    size_t line = 0;
    std::string name, value, difference;  // `difference`: to the median of the version before
    std::string step;                     // between both versions: "step: 1.2 ms to 1.5 ms (+0.3 ms, +25 %)"
  };
  std::string title, about;
  std::vector<Row> rows;
};
[[nodiscard]] Readout ReadoutOf(const PlotModel& model, size_t execution);

// The sides of a comparison of the choices, for the side panel.
struct ComparedVersions {
  std::string before, after;  // names; both empty without a choice
  bool possible = false;
};
[[nodiscard]] ComparedVersions ComparedOf(const PlotModel& model);

struct PlotOptions {
  float width_px = 1040, height_px = 830;
  PlotLook look;
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

// The plot of a series for a page, with its lines as a table; std::nullopt for a comparison or one execution.
// Costs: FindSeries().
[[nodiscard]] std::optional<PageFigure> SeriesFigure(const CctPtr& tree, MetricIndex metric, JobControl& job);

[[nodiscard]] Color LineColor(const PlotModel& model, size_t line, Theme theme);

// The point at a place: in the nearest frame the nearest point of the nearest version, and its line if the
// point is near enough to be meant. std::nullopt outside the frames. O(points).
struct PlotHit {
  size_t execution = 0;
  std::optional<size_t> line;
  float x_px = 0, y_px = 0;  // of the point
  size_t frame = 0;
};
[[nodiscard]] std::optional<PlotHit> HitAt(const Plot& plot, float x_px, float y_px, float scale);

}  // namespace ringscope::versions
