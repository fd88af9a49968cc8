#pragma once

#include <cstddef>
#include <span>

#include "renderer/plot/plot_layout.h"

namespace ringscope {

// Draws spots of one series that are too many to be seen one by one: squares of `cell_px`, whose strength
// grows with the logarithm of how many lie there, from a third for one. Every spot is in a square. The square
// has the colour of the last of its spots. O(spots + cells of the box).
void AddDensity(std::span<const PlotSpot> spots, const PlotSeries& series, const PixelBox& box, float cell_px,
                Color background, ShapeBatch& batch);

}  // namespace ringscope
