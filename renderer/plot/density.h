#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "renderer/plot/plot_layout.h"

namespace ringscope {

// Draws spots of one series that are too many to be seen one by one: squares of `cell_px`, whose strength
// grows with the logarithm of how many lie there, from a third for one, in kDensitySteps steps. Every spot is
// in a square. The square has the colour of the last of its spots; equal ones beside each other are one
// rectangle. `cells`: memory to count in. O(spots + cells of the box).
inline constexpr uint32_t kDensitySteps = 24;
void AddDensity(std::span<const PlotSpot> spots, const PlotSeries& series, const PixelBox& box, float cell_px,
                Color background, std::vector<DensityCell>& cells, ShapeBatch& batch);

}  // namespace ringscope
