#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "renderer/plot/plot_layout.h"

namespace ringscope {

// How many spots of a series lie in each square of a plot's frame, counted from the upper left corner. Every
// spot in sight is in one square. Only whole squares are in the frame; what they leave on the right and below
// counts in the last squares.
struct DensityGrid {
  uint32_t columns = 0, rows = 0;
  float cell_px = 1;
  size_t spots = 0;   // in sight
  uint32_t most = 0;  // in one square
};
// The most squares: large frames have larger squares than asked for, of whole pixels.
inline constexpr uint32_t kMostDensityCells = 1 << 22;
// Counts into `cells`, whose old values are ignored. O(spots + cells).
[[nodiscard]] DensityGrid CountSpots(const LaidSpots& spots, const PlotFrame& frame, float least_cell_px,
                                     std::vector<DensityCell>& cells);

// Draws spots that are too many to be seen apart: squares whose strength grows with the logarithm of their
// spots, from a third for a single spot, in kDensitySteps steps. A square has the colour of its last spot.
inline constexpr uint32_t kDensitySteps = 24;
void AddDensity(const DensityGrid& grid, const std::vector<DensityCell>& cells, const PlotSeries& series,
                const PixelBox& box, Color background, ShapeBatch& batch);

}  // namespace ringscope
