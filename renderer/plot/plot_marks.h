#pragma once

#include "renderer/plot/plot_pen.h"

namespace ringscope {

// Adds the series of a plot whose frame is laid out, in their order, and notes over them. Fills the rest of
// `laid`.
void AddPlotMarks(const PlotSpec& spec, const PlotPen& pen, LaidPlot& laid);

}  // namespace ringscope
