#pragma once

#include <algorithm>
#include <cstddef>

#include "renderer/plot/plot_layout.h"

// How the columns of a series are read.
namespace ringscope {

[[nodiscard]] inline bool IsStroke(PlotSeries::Form form) {
  return form == PlotSeries::Form::kLine || form == PlotSeries::Form::kSteps;
}
// Whether its values can be pointed at.
[[nodiscard]] inline bool HasSpots(PlotSeries::Form form) {
  return form == PlotSeries::Form::kPoints || form == PlotSeries::Form::kBars;
}
[[nodiscard]] inline double LowOf(const PlotSeries& series, size_t k) {
  return k < series.low.size() ? series.low[k] : 0;
}
[[nodiscard]] inline size_t CountOf(const PlotSeries& series) {
  return std::min(series.x.size(), series.y.size());
}

}  // namespace ringscope
