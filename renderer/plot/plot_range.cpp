#include <algorithm>
#include <cmath>
#include <span>

#include "renderer/plot/plot_layout.h"
#include "renderer/plot/series_columns.h"
#include "renderer/plot/series_index.h"

namespace ringscope {
namespace {

// Whether what is seen does not depend on the values.
bool HasWindow(const PlotAxis& axis) {
  return axis.window && axis.window->first < axis.window->second &&
         (axis.scale != AxisScale::kLog || axis.window->first > 0) &&
         std::isfinite(axis.window->second - axis.window->first);
}

AxisRange WindowOf(const PlotAxis& axis) {
  AxisRange range;
  range.scale = axis.scale;
  range.linear_until = axis.linear_until;
  range.low = axis.window->first;
  range.high = axis.window->second;
  return range;
}

// Of values; of what is there, whatever it is, a sound range.
AxisRange RangeOf(const PlotAxis& axis, ValueReach reach, bool from_zero) {
  AxisRange range;
  range.scale = axis.scale;
  range.linear_until = axis.linear_until;
  if (!(reach.low <= reach.high)) reach = {1, 10};
  // Differences of the largest numbers are no numbers.
  reach.low = std::clamp(reach.low, -1e300, 1e300);
  reach.high = std::clamp(reach.high, -1e300, 1e300);
  if (axis.scale == AxisScale::kLog) {
    const double room = std::pow(std::max(reach.high / reach.low, 1.5), 0.04);
    range.low = std::max(reach.low / room, 1e-300);
    range.high = reach.high * room;
    return range;
  }
  if (from_zero) {
    reach.low = std::min(reach.low, 0.0);
    reach.high = std::max(reach.high, 0.0);
  }
  double room = 0.05 * (reach.high - reach.low);
  if (!(room > 1e-9 * std::max(std::abs(reach.low), std::abs(reach.high))))
    room = reach.high == 0 ? 1 : std::abs(reach.high) / 2;
  range.low = reach.low == 0 ? 0 : reach.low - room;
  range.high = reach.high == 0 && reach.low < 0 ? 0 : reach.high + room;
  return range;
}

// Whether something but lines says how far the axes reach.
bool HasBodies(const PlotSpec& spec) {
  return std::any_of(spec.series.begin(), spec.series.end(),
                     [](const PlotSeries& one) { return !IsStroke(one.form) && CountOf(one) > 0; });
}

// Null where the series has none for these axes.
const SeriesIndex* IndexOf(const PlotSpec& spec, const PlotSeries& series) {
  AxisRange x, y;
  x.scale = spec.x.scale;
  y.scale = spec.y.scale;
  x.linear_until = spec.x.linear_until;
  y.linear_until = spec.y.linear_until;
  return series.index != nullptr && series.index->Suits(CountOf(series), x, y) ? series.index.get() : nullptr;
}

}  // namespace

AxisRange RangeOfX(const PlotSpec& spec) {
  if (HasWindow(spec.x)) return WindowOf(spec.x);
  ValueReach reach;
  const bool has_bodies = HasBodies(spec);
  for (const PlotSeries& series : spec.series) {
    if (has_bodies && IsStroke(series.form)) continue;
    if (const SeriesIndex* const index = IndexOf(spec, series))
      reach.Add(index->x_reach());
    else
      reach.Add(std::span(series.x).first(CountOf(series)), spec.x.scale);
  }
  return RangeOf(spec.x, reach, spec.x.from_zero);
}

AxisRange RangeOfY(const PlotSpec& spec) {
  if (HasWindow(spec.y)) return WindowOf(spec.y);
  ValueReach reach;
  const bool has_bodies = HasBodies(spec);
  for (const PlotSeries& series : spec.series) {
    if (has_bodies && IsStroke(series.form)) continue;
    if (const SeriesIndex* const index = IndexOf(spec, series))
      reach.Add(index->y_reach());
    else
      reach.Add(std::span(series.y).first(CountOf(series)), spec.y.scale);
    reach.Add(std::span(series.low).first(std::min(series.low.size(), CountOf(series))), spec.y.scale);
  }
  return RangeOf(spec.y, reach, spec.y.from_zero);
}

}  // namespace ringscope
