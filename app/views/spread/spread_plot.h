#pragma once

#include <string>
#include <vector>

#include "app/views/spread/spread.h"
#include "cct/tree/metric.h"
#include "renderer/plot/plot_layout.h"

namespace ringscope::spread {

// What to draw, in the window and on the command line.
struct SpreadSubject {
  std::string name;  // of the function, for people
  const ContextSpread& spread;
  const std::vector<SpreadBar>& bars;
  Metric metric;
  SpreadMeasure measure = SpreadMeasure::kInclusive;
};

// "1.2 ms": the cost of a context.
[[nodiscard]] std::string CostText(double value, const Metric& metric);
// "inclusive cpu time", "cpu time a call".
[[nodiscard]] std::string MeasureTitle(const Metric& metric, SpreadMeasure measure);
// "612 contexts; the middle one costs 1.2 ms, four of five 80 us to 9 ms; 7 are unlike the others". With few
// contexts says what can be said.
[[nodiscard]] std::string AboutText(const SpreadSubject& subject);

// How many contexts cost how much, and below, on the same axis, each context by its depth. `width_px`: about
// the width of the first plot's box, which bars fill; `scale`: pixels a unit. O(contexts).
[[nodiscard]] std::vector<PlotSpec> SpreadPlots(const SpreadSubject& subject, float width_px, float scale,
                                                Theme theme);

// Adds the plots to an area: the histogram above.
[[nodiscard]] std::vector<LaidPlot> LayOutPlots(const std::vector<PlotSpec>& plots, const PixelBox& area,
                                                const PlotLook& look, ShapeBatch& batch);

}  // namespace ringscope::spread
