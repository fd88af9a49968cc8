#include "renderer/plot/plot_layout.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "renderer/plot/pixel_scale.h"
#include "renderer/plot/plot_parts.h"
#include "renderer/plot/series_index.h"

namespace ringscope {
namespace {

// Whether the axis has a sound window, so that its range does not depend on the values.
bool HasWindow(const PlotAxis& axis) {
  return axis.window && axis.window->first < axis.window->second &&
         (axis.scale != AxisScale::kLog || axis.window->first > 0) &&
         std::isfinite(axis.window->second - axis.window->first);
}

// A sound range around any values, even none.
AxisRange RangeAround(const PlotAxis& axis, ValueReach reach) {
  AxisRange range = axis.scale_alone();
  if (!(reach.low <= reach.high)) reach = {1, 10};
  // The difference of the largest numbers is infinite.
  reach.low = std::clamp(reach.low, -1e300, 1e300);
  reach.high = std::clamp(reach.high, -1e300, 1e300);
  if (axis.scale == AxisScale::kLog) {
    const double room = std::pow(std::max(reach.high / reach.low, 1.5), 0.04);
    range.low = std::max(reach.low / room, 1e-300);
    range.high = reach.high * room;
    return range;
  }
  if (axis.from_zero) {
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

// Whether there are points, bars or bands, which alone set the range of the axes.
bool HasBodies(const PlotSpec& spec) {
  return std::any_of(spec.series.begin(), spec.series.end(),
                     [](const PlotSeries& one) { return !IsStroke(one.form) && CountOf(one) > 0; });
}

AxisRange RangeOf(const PlotSpec& spec, bool is_x) {
  const PlotAxis& axis = is_x ? spec.x : spec.y;
  if (HasWindow(axis)) {
    AxisRange range = axis.scale_alone();
    std::tie(range.low, range.high) = *axis.window;
    return range;
  }
  ValueReach reach;
  const bool has_bodies = HasBodies(spec);
  for (const PlotSeries& series : spec.series) {
    if (has_bodies && IsStroke(series.form)) continue;
    const size_t count = CountOf(series);
    if (series.index != nullptr && series.index->Suits(count, spec.x.scale_alone(), spec.y.scale_alone()))
      reach.Add(is_x ? series.index->x_reach() : series.index->y_reach());
    else
      reach.Add(std::span(is_x ? series.x : series.y).first(count), axis.scale);
    if (!is_x) reach.Add(std::span(series.low).first(std::min(series.low.size(), count)), axis.scale);
  }
  return RangeAround(axis, reach);
}

// Calls each(spot) for the spots whose x is in a range, series by series.
void ForEachSpot(const LaidPlot& plot, float left_px, float right_px, const auto& each) {
  const Sight sight(plot.frame.box);
  const PixelScale x_px = XScaleOf(plot.frame), y_px = YScaleOf(plot.frame);
  for (const LaidSpots& spots : plot.spots) {
    const std::vector<double>&x = spots.index->x(), &y = spots.index->y();
    // Reaches a little further, as floats round.
    const auto first = static_cast<double>(left_px - 1), last = static_cast<double>(right_px + 1);
    const auto begin = x.begin() + static_cast<ptrdiff_t>(spots.begin),
               end = x.begin() + static_cast<ptrdiff_t>(spots.end);
    auto at = std::partition_point(begin, end, [&](double place) { return x_px.AtPlace(place) < first; });
    for (; at != end; ++at) {
      const double at_x = x_px.AtPlace(*at);
      if (at_x > last) break;
      const auto number = static_cast<size_t>(at - x.begin());
      const double at_y = y_px.AtPlace(y[number]);
      if (!sight.HoldsY(at_y)) continue;
      each(PlotSpot{static_cast<float>(at_x), static_cast<float>(at_y), spots.series,
                    spots.index->PointOf(number)});
    }
  }
}

}  // namespace

AxisRange RangeOfX(const PlotSpec& spec) { return RangeOf(spec, true); }
AxisRange RangeOfY(const PlotSpec& spec) { return RangeOf(spec, false); }

double PlotFrame::XPx(double value) const { return left() + x.ShareOf(value) * (right() - left()); }
double PlotFrame::YPx(double value) const { return bottom() - y.ShareOf(value) * (bottom() - top()); }
double PlotFrame::XAt(double x_px) const { return x.ValueAt((x_px - left()) / (right() - left())); }
double PlotFrame::YAt(double y_px) const { return y.ValueAt((bottom() - y_px) / (bottom() - top())); }
bool PlotFrame::Holds(double x_px, double y_px) const {
  const Sight sight(box);
  return x_px >= sight.left && x_px <= sight.right && sight.HoldsY(y_px);
}

LaidPlot LayOutPlot(const PlotSpec& spec, const PixelBox& area, const PlotLook& look, ShapeBatch& batch) {
  LaidPlot laid;
  LayOutPlotAgain(spec, area, look, batch, laid);
  return laid;
}

void LayOutPlotAgain(const PlotSpec& spec, const PixelBox& area, const PlotLook& look, ShapeBatch& batch,
                     LaidPlot& laid, const PlotMargins& margins) {
  const PlotPen pen(look, batch);
  laid.frame = AddPlotAxes(spec, area, margins, pen);
  AddPlotRules(spec, pen, laid);
  AddPlotMarks(spec, pen, laid);
  AddPlotSigns(spec, pen, laid);
}

void LayOutLevel(std::span<const PlotSpec> specs, std::span<const PixelBox> areas, const PlotLook& look,
                 ShapeBatch& batch, std::vector<LaidPlot>& laid) {
  std::vector<PlotMargins> margins;
  float left = 0;
  for (size_t k = 0; k < specs.size(); ++k) {
    ShapeBatch tried;
    const PlotFrame frame = AddPlotAxes(specs[k], areas[k], {}, PlotPen(look, tried));
    margins.push_back({frame.box.left_px - areas[k].left_px, frame.box.top_px - areas[k].top_px});
    left = std::max(left, margins.back().left_px);
  }
  const auto is_as_high = [&](size_t a, size_t b) {
    return std::abs((areas[a].bottom_px - areas[a].top_px) - (areas[b].bottom_px - areas[b].top_px)) < 1;
  };
  laid.resize(specs.size());
  for (size_t k = 0; k < specs.size(); ++k) {
    PlotMargins level{left, 0};
    for (size_t i = 0; i < specs.size(); ++i) {
      if (is_as_high(i, k)) level.top_px = std::max(level.top_px, margins[i].top_px);
    }
    LayOutPlotAgain(specs[k], areas[k], look, batch, laid[k], level);
  }
}

std::optional<PlotSpot> NearestSpot(const LaidPlot& plot, float x_px, float y_px, float reach_px) {
  std::optional<PlotSpot> nearest;
  float least = reach_px * reach_px;
  ForEachSpot(plot, x_px - reach_px, x_px + reach_px, [&](const PlotSpot& spot) {
    const float x = spot.x_px - x_px, y = spot.y_px - y_px, distance = x * x + y * y;
    if (distance > least) return;
    const bool is_before = nearest && distance == least &&
                           std::tie(spot.series, spot.point) < std::tie(nearest->series, nearest->point);
    if (is_before) return;
    least = distance;
    nearest = spot;
  });
  return nearest;
}

std::vector<PlotSpot> SpotsIn(const LaidPlot& plot, const PixelBox& box) {
  std::vector<PlotSpot> inside;
  ForEachSpot(plot, box.left_px, box.right_px, [&](const PlotSpot& spot) {
    if (spot.x_px >= box.left_px && spot.x_px <= box.right_px && spot.y_px >= box.top_px &&
        spot.y_px <= box.bottom_px)
      inside.push_back(spot);
  });
  return inside;
}

}  // namespace ringscope
