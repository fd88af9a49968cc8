#include "renderer/plot/plot_picking.h"

#include <algorithm>
#include <tuple>

#include "renderer/plot/plot_places.h"
#include "renderer/plot/series_index.h"

namespace ringscope {
namespace {

// Calls `each` with the spots whose x is in a range, series by series.
void ForEachSpot(const LaidPlot& plot, float left_px, float right_px, const auto& each) {
  const Sight sight(plot.frame.box);
  const PixelScale x_px = XScaleOf(plot.frame), y_px = YScaleOf(plot.frame);
  for (const LaidSpots& spots : plot.spots) {
    const std::vector<double>&x = spots.index->x(), &y = spots.index->y();
    // A bit more, as floats round.
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

std::vector<PlotSpot> SpotsOf(const LaidPlot& plot) {
  const PixelBox& box = plot.frame.box;
  return SpotsIn(plot, {box.left_px - 1, box.top_px - 1, box.right_px + 1, box.bottom_px + 1});
}

}  // namespace ringscope
