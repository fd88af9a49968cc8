#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "renderer/plot/plot_layout.h"

namespace ringscope {

// How many spots of a series lie where: in squares of a plot's frame, from the upper left corner. Every spot
// in sight is in one. Only whole squares are in the frame; what they leave of it on the right and below
// counts in the last ones.
struct DensityGrid {
  uint32_t columns = 0, rows = 0;
  float cell_px = 1;
  size_t spots = 0;   // in sight
  uint32_t most = 0;  // in one square
};
// Large frames have larger squares, of whole pixels, than asked for: they are at most so many.
inline constexpr uint32_t kMostDensityCells = 1 << 22;
// Counts into `cells`, whatever they held. O(spots + cells).
[[nodiscard]] DensityGrid CountSpots(const LaidSpots& spots, const PlotFrame& frame, float least_cell_px,
                                     std::vector<DensityCell>& cells);

// Draws spots that are too many to be seen one by one: squares whose strength grows with the logarithm of how
// many lie there, from a third for one, in kDensitySteps steps. A square has the colour of the last of its
// spots.
inline constexpr uint32_t kDensitySteps = 24;
void AddDensity(const DensityGrid& grid, const std::vector<DensityCell>& cells, const PlotSeries& series,
                const PixelBox& box, Color background, ShapeBatch& batch);

}  // namespace ringscope
