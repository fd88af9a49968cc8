#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "renderer/color/color.h"
#include "renderer/plot/value_axis.h"
#include "renderer/shapes/shape_batch.h"
#include "renderer/text/name_text.h"

namespace ringscope {

class SeriesIndex;

// Values in two columns of the same length, drawn in one way. Values that are not finite, or not positive on
// a logarithmic axis, are counted instead of drawn.
struct PlotSeries {
  enum class Form : uint8_t {
    kPoints,
    kLine,   // in the order of the columns
    kSteps,  // in that order, too; a value holds up to the next x
    kBand,   // between `low` and `y`
    kBars,   // from `low` (0 without it) up to `y`
  };
  Form form = Form::kPoints;
  std::string name;  // in the legend; empty: it has no row there
  Color color;
  float width = 5;      // of points and lines, in units of the content scale; points of width 0 are not drawn
  float bar_width = 0;  // of bars, in the same units; 0: as there is room, at most 12
  std::vector<double> x, y;
  std::vector<double> low;    // of a band, and of bars
  std::vector<Color> colors;  // of each point or bar; empty: `color`
  // The index of these x and y, by IndexSeries(); null: each layout makes its own.
  std::shared_ptr<const SeriesIndex> index = nullptr;
};

// An upright line over the whole plot, with a text above it.
struct PlotRule {
  double x = 0;
  Color color;
  float width = 1;
  std::string text;
  friend bool operator==(const PlotRule&, const PlotRule&) = default;
};

// A jump at x: a level line at `before`, an upright one, and a level line at `after`.
struct PlotStep {
  double x = 0, before = 0, after = 0;
  Color color;
  std::string text;  // above it
  friend bool operator==(const PlotStep&, const PlotStep&) = default;
};

struct PlotNote {
  double x = 0, y = 0;
  std::string text;
  friend bool operator==(const PlotNote&, const PlotNote&) = default;
};

struct PlotAxis {
  std::string title;
  Metric metric{{}, "count", 1};  // says how its values are read
  AxisScale scale = AxisScale::kLinear;
  double linear_until = 1;                          // of a symmetric logarithmic axis
  std::optional<std::pair<double, double>> window;  // none: all values, and 0 of a linear axis
  bool from_zero = true;                            // else from the least value, without a window
  bool by_share = false;                            // values are shares of a total
  std::vector<std::string> names;                   // of an x axis: the names of 0, 1, 2, ...
  bool has_texts = true;                            // of an x axis: false if the plot below has them

  // The scale without a range.
  [[nodiscard]] AxisRange scale_alone() const { return {.scale = scale, .linear_until = linear_until}; }
  friend bool operator==(const PlotAxis&, const PlotAxis&) = default;
};

// The meaning of points' colours: discs from `low` to `high`, in the row of the legend.
struct PlotColorScale {
  std::string low, high;
  std::vector<Color> colors;  // empty: no scale
  friend bool operator==(const PlotColorScale&, const PlotColorScale&) = default;
};

// One plot of plain columns: later series lie over earlier ones.
struct PlotSpec {
  std::string title, about;
  PlotAxis x, y;
  std::vector<PlotSeries> series;
  std::vector<PlotRule> rules;
  std::vector<PlotStep> steps;
  std::vector<PlotNote> notes;
  PlotColorScale color_scale;
  float names_room = 0;  // in units of the content scale, beside the plot for the names of lines; 0: a legend
};

struct PixelBox {
  float left_px = 0, top_px = 0, right_px = 0, bottom_px = 0;
};

struct PlotLook {
  float scale = 1;  // pixels a unit
  Theme theme = Theme::kDark;
  MeasureText measure;  // measures the text that is drawn; empty: AverageSansWidth
  // A series with more points in sight than this is drawn by density: a square for each place that has
  // points, the stronger the more points it has.
  size_t most_discs = 20'000;
};

// The places of a plot's values.
struct PlotFrame {
  PixelBox box;
  AxisRange x, y;
  // The edges of the box.
  [[nodiscard]] double left() const { return static_cast<double>(box.left_px); }
  [[nodiscard]] double top() const { return static_cast<double>(box.top_px); }
  [[nodiscard]] double right() const { return static_cast<double>(box.right_px); }
  [[nodiscard]] double bottom() const { return static_cast<double>(box.bottom_px); }

  [[nodiscard]] double XPx(double value) const;
  [[nodiscard]] double YPx(double value) const;
  [[nodiscard]] double XAt(double x_px) const;
  [[nodiscard]] double YAt(double y_px) const;
  // Whether the place is in the box, give or take half a pixel for rounding.
  [[nodiscard]] bool Holds(double x_px, double y_px) const;
};

// A point, or the end of a bar, as it was drawn.
struct PlotSpot {
  float x_px = 0, y_px = 0;
  uint32_t series = 0, point = 0;
};

// The name of a series beside the plot.
struct PlotName {
  PixelBox box;
  uint32_t series = 0;
};

// The points or bars of a series: entries [begin, end) of its index are those in sight by their x.
struct LaidSpots {
  uint32_t series = 0;
  std::shared_ptr<const SeriesIndex> index;
  size_t begin = 0, end = 0;
};

// Counts of spots by place while a series is drawn by density.
struct DensityCell {
  uint32_t count = 0, last = 0;
};

struct LaidPlot {
  PlotFrame frame;
  std::vector<LaidSpots> spots;
  std::vector<PlotName> names;  // from the top down
  uint64_t outside = 0;         // values that the window leaves out
  uint64_t unplaced = 0;        // values that have no place on these axes
  // Memory that the next layout into this plot uses again.
  std::vector<DensityCell> spare_cells;
};

// The least distances between an area's edges and the values of its plot, to match plots beside it.
struct PlotMargins {
  float left_px = 0, top_px = 0;
};

// The range of an axis: its window, or else all values of the series; lines do not widen it if there are
// points or bars. A log axis has the values above 0.
[[nodiscard]] AxisRange RangeOfX(const PlotSpec& spec);
[[nodiscard]] AxisRange RangeOfY(const PlotSpec& spec);

// Adds a plot to a batch whose unit is a pixel. O(values), with indexes O(values in sight by their x).
[[nodiscard]] LaidPlot LayOutPlot(const PlotSpec& spec, const PixelBox& area, const PlotLook& look,
                                  ShapeBatch& batch);
// Same into the plot of an earlier layout of any spec, whose memory is used again.
void LayOutPlotAgain(const PlotSpec& spec, const PixelBox& area, const PlotLook& look, ShapeBatch& batch,
                     LaidPlot& laid, const PlotMargins& margins = {});

// Lays out plots that stand together: all begin at the same distance from the left edges of their areas, so
// that plots above each other are aligned, and plots in areas of the same height at the same distance from
// the upper edges.
void LayOutLevel(std::span<const PlotSpec> specs, std::span<const PixelBox> areas, const PlotLook& look,
                 ShapeBatch& batch, std::vector<LaidPlot>& laid);

// Adds a title, a text below it in as many rows as it needs, at most three, and a row for the meaning of
// colours; each may be empty. Returns the height of all.
float AddPlotHead(const std::string& title, const std::string& about, const PixelBox& area,
                  const PlotLook& look, ShapeBatch& batch, const PlotColorScale& colors = {});

// The spot nearest to a place, at most `reach_px` away; among equally near spots the one drawn last. O(spots
// that near by their x).
[[nodiscard]] std::optional<PlotSpot> NearestSpot(const LaidPlot& plot, float x_px, float y_px,
                                                  float reach_px);

// All spots in a box, edges included, series by series from the left to the right.
[[nodiscard]] std::vector<PlotSpot> SpotsIn(const LaidPlot& plot, const PixelBox& box);

}  // namespace ringscope
