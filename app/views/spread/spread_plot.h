#pragma once

#include <string>
#include <vector>

#include "app/views/spread/spread.h"
#include "cct/tree/metric.h"
#include "renderer/plot/plot_layout.h"

namespace ringscope::spread {

// What is drawn, of the window as of the command line.
struct SpreadSubject {
  std::string name;  // of the function, for people
  const ContextSpread& spread;
  const std::vector<SpreadBar>& bars;
  Metric metric;
  SpreadMeasure measure = SpreadMeasure::kInclusive;
};

// "1.2 ms", of what a context costs.
[[nodiscard]] std::string CostText(double value, const Metric& metric);
// "inclusive cpu time", "cpu time a call".
[[nodiscard]] std::string MeasureTitle(const Metric& metric, SpreadMeasure measure);
// "612 contexts; the middle one costs 1.2 ms, four of five 80 us to 9 ms; 7 are unlike the others". Says what
// of it there is where there are few contexts.
[[nodiscard]] std::string AboutText(const SpreadSubject& subject);

// How many contexts cost how much, and below it, on the same axis, each by how deep it lies. `width_px`: of
// the first plot's box, about, by which bars are as wide as they can be; `scale`: pixels a unit. O(contexts).
[[nodiscard]] std::vector<PlotSpec> SpreadPlots(const SpreadSubject& subject, float width_px, float scale,
                                                Theme theme);

// Adds them to an area: the histogram above.
[[nodiscard]] std::vector<LaidPlot> LayOutPlots(const std::vector<PlotSpec>& plots, const PixelBox& area,
                                                const PlotLook& look, ShapeBatch& batch);

}  // namespace ringscope::spread
