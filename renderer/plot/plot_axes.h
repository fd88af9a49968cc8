#pragma once

#include "renderer/plot/plot_pen.h"

namespace ringscope {

// Adds what is around the values of a plot: title, legend, axes and their grid. Gives where the values lie.
[[nodiscard]] PlotFrame AddPlotAxes(const PlotSpec& spec, const PixelBox& area, const PlotMargins& margins,
                                    const PlotPen& pen);

}  // namespace ringscope
