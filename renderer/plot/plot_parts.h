#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "renderer/color/palette.h"
#include "renderer/plot/plot_layout.h"

namespace ringscope {

// Writes the parts of a plot into a batch.
struct PlotPen {
  // In units of the content scale.
  static constexpr float kTextPx = 12.5f;

  PlotLook look;  // always with a measure
  const ChartPalette& palette;
  ShapeBatch& batch;

  PlotPen(const PlotLook& wanted, ShapeBatch& written)
      : look(wanted), palette(PaletteOf(wanted.theme)), batch(written) {
    if (!look.measure) look.measure = AverageSansWidth;
  }

  [[nodiscard]] float Px(float units) const { return units * look.scale; }
  [[nodiscard]] Color Faint(float share) const { return MixColors(palette.background, palette.text, share); }
  [[nodiscard]] float WidthOf(std::string_view text) const { return look.measure(text, Px(kTextPx)); }
  // The text, cut at its end if too long.
  [[nodiscard]] std::string Cut(std::string_view text, float room_px, float size = kTextPx) const {
    return CutToFit(text, room_px, Px(size), look.measure);
  }

  void AddText(float x_px, float y_px, TextAlign align, Color color, std::string text,
               float size = kTextPx) const {
    batch.texts.push_back({.x = static_cast<double>(x_px),
                           .y = static_cast<double>(y_px),
                           .align = align,
                           .size_px = Px(size),
                           .color = color,
                           .text = std::move(text)});
  }
  void AddStroke(double x_px, double y_px, double end_x_px, double end_y_px, Color color, float width) const {
    batch.lines.push_back({x_px, y_px, end_x_px, end_y_px, color, Px(width)});
  }
  // A line of the grid, below everything drawn of values.
  void AddGround(double x_px, double y_px, double end_x_px, double end_y_px) const {
    batch.ground.push_back({x_px, y_px, end_x_px, end_y_px, Faint(0.1f), Px(1)});
  }
};

// Adds the surroundings of a plot's values: title, legend, axes and their grid. Returns the frame of the
// values. A legend has as many rows as it needs, at most three; "..." stands for names without room.
[[nodiscard]] PlotFrame AddPlotAxes(const PlotSpec& spec, const PixelBox& area, const PlotMargins& margins,
                                    const PlotPen& pen);

// Adds the series of a plot whose frame is laid out, in their order. Fills all of `laid` but its names.
void AddPlotMarks(const PlotSpec& spec, const PlotPen& pen, LaidPlot& laid);

// Counts the spots of a series in each square of a plot's frame, from the upper left corner. Every spot in
// sight is in one square. Only whole squares are in the frame; spots in the remainder on the right and below
// count in the last squares.
struct DensityGrid {
  uint32_t columns = 0, rows = 0;
  float cell_px = 1;
  size_t spots = 0;   // in sight
  uint32_t most = 0;  // in one square
};
// The most squares: a large frame has larger squares than asked for, of whole pixels.
inline constexpr uint32_t kMostDensityCells = 1 << 22;
// Counts into `cells`, whose old values are ignored. O(spots + cells).
[[nodiscard]] DensityGrid CountSpots(const LaidSpots& spots, const PlotFrame& frame, float least_cell_px,
                                     std::vector<DensityCell>& cells);

// Draws spots that are too many to be seen apart: squares whose strength grows with the logarithm of their
// spots, from a third for a single spot, in kDensitySteps steps. A square has the colour of its last spot.
inline constexpr uint32_t kDensitySteps = 24;
void AddDensity(const DensityGrid& grid, const std::vector<DensityCell>& cells, const PlotSeries& series,
                const PixelBox& box, Color background, ShapeBatch& batch);

// Adds the upright lines, below the series.
void AddPlotRules(const PlotSpec& spec, const PlotPen& pen, const LaidPlot& laid);
// Adds the signs over the series: steps, notes, and names at the ends of lines, which fill LaidPlot::names.
void AddPlotSigns(const PlotSpec& spec, const PlotPen& pen, LaidPlot& laid);

}  // namespace ringscope
