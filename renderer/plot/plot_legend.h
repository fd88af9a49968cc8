#pragma once

#include "renderer/plot/plot_pen.h"

namespace ringscope {

// Adds the names of series from `top_px` on, in as many rows as they need, at most kMostLegendRows, and
// behind them what colours mean. A name that has no row left is said to be missing ("..."). Gives how high
// they are.
inline constexpr int kMostLegendRows = 3;
[[nodiscard]] float AddPlotLegend(const PlotSpec& spec, const PixelBox& area, float top_px,
                                  const PlotPen& pen);

// A row of what colours mean; gives its height, 0 where there are none or no room for them.
[[nodiscard]] float AddColorRow(const PlotColorScale& scale, const PixelBox& area, float top_px,
                                const PlotPen& pen);

}  // namespace ringscope
