#pragma once

#include <optional>
#include <vector>

#include "renderer/plot/plot_layout.h"

namespace ringscope {

// The spot nearest to a place, at most `reach_px` away; of those as near the last one drawn. O(spots in
// columns that near).
[[nodiscard]] std::optional<PlotSpot> NearestSpot(const LaidPlot& plot, float x_px, float y_px,
                                                  float reach_px);

// All spots in a box, edges included, by column.
[[nodiscard]] std::vector<PlotSpot> SpotsIn(const LaidPlot& plot, const PixelBox& box);

}  // namespace ringscope
