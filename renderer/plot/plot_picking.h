#pragma once

#include <optional>
#include <vector>

#include "renderer/plot/plot_layout.h"

namespace ringscope {

// The spot nearest to a place, at most `reach_px` away; of those as near the last one drawn. O(spots that
// near by their x).
[[nodiscard]] std::optional<PlotSpot> NearestSpot(const LaidPlot& plot, float x_px, float y_px,
                                                  float reach_px);

// All spots in a box, edges included, series by series from the left to the right.
[[nodiscard]] std::vector<PlotSpot> SpotsIn(const LaidPlot& plot, const PixelBox& box);

// All in sight.
[[nodiscard]] std::vector<PlotSpot> SpotsOf(const LaidPlot& plot);

}  // namespace ringscope
