#pragma once

#include "renderer/plot/plot_pen.h"

namespace ringscope {

// Adds the series of a plot whose frame is laid out, in their order. Fills `laid` but for its names.
void AddPlotMarks(const PlotSpec& spec, const PlotPen& pen, LaidPlot& laid);

}  // namespace ringscope
