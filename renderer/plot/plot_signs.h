#pragma once

#include "renderer/plot/plot_pen.h"

namespace ringscope {

// What lies below the series: upright lines.
void AddPlotRules(const PlotSpec& spec, const PlotPen& pen, const LaidPlot& laid);
// What lies over them: steps, notes, and names at the ends of lines, which fill LaidPlot::names.
void AddPlotSigns(const PlotSpec& spec, const PlotPen& pen, LaidPlot& laid);

}  // namespace ringscope
