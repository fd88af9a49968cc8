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

// Values in two columns of the same length, drawn in one way. Values that are not finite, or have no place on
// a logarithmic axis, are counted and not drawn.
struct PlotSeries {
  enum class Form : uint8_t {
    kPoints,
    kLine,   // in the order of the columns
    kSteps,  // as kLine; a value holds up to the next x
    kBand,   // between `low` and `y`
    kBars,   // from `low` (0 if empty) up to `y`
  };
  Form form = Form::kPoints;
  std::string name;  // in the legend; empty: no row in the legend
  Color color;
  float width = 5;      // of points and lines, in units of the content scale; 0: points are not drawn
  float bar_width = 0;  // of bars, in the same units; 0: by the room, at most 12
  std::vector<double> x, y;
  std::vector<double> low;    // of a band, and of bars
  std::vector<Color> colors;  // of each point or bar; empty: `color`
  // Of these x and y, by IndexSeries(); null: each layout makes its own.
  std::shared_ptr<const SeriesIndex> index = nullptr;
};

// An upright line over the whole plot, a text above it.
struct PlotRule {
  double x = 0;
  Color color;
  float width = 1;
  std::string text;
  friend bool operator==(const PlotRule&, const PlotRule&) = default;
};

// A change of values: level from the old value, upright, and level at the new value.
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
  Metric metric{{}, "count", 1};  // says how to read the values
  AxisScale scale = AxisScale::kLinear;
  double linear_until = 1;                          // of a symmetric logarithmic axis
  std::optional<std::pair<double, double>> window;  // nothing: all values, and 0 of a linear axis
  bool from_zero = true;                            // else from the least value, if there is no window
  bool by_share = false;                            // values are shares of a total
  std::vector<std::string> names;                   // of an x axis: the names of 0, 1, 2, ...
  bool has_texts = true;                            // of an x axis: false if the plot below has its texts

  // Its scale without a range.
  [[nodiscard]] AxisRange scale_alone() const { return {.scale = scale, .linear_until = linear_until}; }
  friend bool operator==(const PlotAxis&, const PlotAxis&) = default;
};

// What the colours of points mean: a row in the legend with discs from the text `low` to the text `high`.
struct PlotColorScale {
  std::string low, high;
  std::vector<Color> colors;  // empty: no such row
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
  MeasureText measure;  // of drawn text; empty: AverageSansWidth
  // With more points in sight a series is drawn by density: a square for each place with points, the stronger
  // the more points.
  size_t most_discs = 20'000;
};

// Where the values of a plot lie.
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
  // Half a pixel more than the box, for rounding.
  [[nodiscard]] bool Holds(double x_px, double y_px) const;
};

// A drawn point, or the drawn end of a bar.
struct PlotSpot {
  float x_px = 0, y_px = 0;
  uint32_t series = 0, point = 0;
};

// The name of a series beside the plot.
struct PlotName {
  PixelBox box;
  uint32_t series = 0;
};

// The points or bars of a series: those of its index from `begin` to `end` are in sight by their x.
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
  std::vector<PlotName> names;   // from the top down
  uint64_t outside = 0;          // values outside of the window
  uint64_t unplaced = 0;         // values without a place on these axes
  // Memory for the next layout; its contents mean nothing.
  std::vector<DensityCell> spare_cells;
};

// The least room between an area and the values of its plot, for plots that stand together.
struct PlotMargins {
  float left_px = 0, top_px = 0;
};

// The range of an axis: its window, or all values of the series; lines do not widen it if there are points or
// bars. A log axis has the values above 0.
[[nodiscard]] AxisRange RangeOfX(const PlotSpec& spec);
[[nodiscard]] AxisRange RangeOfY(const PlotSpec& spec);

// Adds a plot to a batch whose unit is a pixel. O(values), with indexes O(values in sight by their x).
[[nodiscard]] LaidPlot LayOutPlot(const PlotSpec& spec, const PixelBox& area, const PlotLook& look,
                                  ShapeBatch& batch, const PlotMargins& margins = {});
// LayOutPlot() into a plot with any earlier layout, whose memory is used again.
void LayOutPlotAgain(const PlotSpec& spec, const PixelBox& area, const PlotLook& look, ShapeBatch& batch,
                     LaidPlot& laid, const PlotMargins& margins = {});

// Plots that stand together: the frames of all begin at the same distance from the left edges of their areas,
// so that equal places lie above each other; frames of equally high areas begin at the same distance below
// their upper edges.
void LayOutLevel(std::span<const PlotSpec> specs, std::span<const PixelBox> areas, const PlotLook& look,
                 ShapeBatch& batch, std::vector<LaidPlot>& laid);

// A title, a text below in as many rows as it needs, at most three, and a row for the meaning of colours;
// each may be empty. Returns their height.
float AddPlotHead(const std::string& title, const std::string& about, const PixelBox& area,
                  const PlotLook& look, ShapeBatch& batch, const PlotColorScale& colors = {});

// The spot nearest to a place, at most `reach_px` away; of equally near spots the last drawn. O(spots that
// near by their x).
[[nodiscard]] std::optional<PlotSpot> NearestSpot(const LaidPlot& plot, float x_px, float y_px,
                                                  float reach_px);

// All spots in a box, edges included, series by series from left to right.
[[nodiscard]] std::vector<PlotSpot> SpotsIn(const LaidPlot& plot, const PixelBox& box);

// All spots in sight.
[[nodiscard]] std::vector<PlotSpot> SpotsOf(const LaidPlot& plot);

}  // namespace ringscope
