#include "renderer/plot/plot_picking.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace ringscope {
namespace {

// The columns from the one of `left_px` to that of `right_px`, as a range of spots.
std::pair<size_t, size_t> SpotRange(const LaidPlot& plot, float left_px, float right_px) {
  if (plot.column_begin.size() < 2) return {0, 0};
  const auto columns = static_cast<double>(plot.column_begin.size() - 1);
  const double left = plot.frame.box.left_px;
  const double first = std::floor(static_cast<double>(left_px) - left) - 1;
  const double last = std::floor(static_cast<double>(right_px) - left) + 2;
  if (!(first < columns) || !(last > 0)) return {0, 0};
  return {plot.column_begin[static_cast<size_t>(std::max(first, 0.0))],
          plot.column_begin[static_cast<size_t>(std::min(last, columns))]};
}

}  // namespace

std::optional<PlotSpot> NearestSpot(const LaidPlot& plot, float x_px, float y_px, float reach_px) {
  const auto [begin, end] = SpotRange(plot, x_px - reach_px, x_px + reach_px);
  std::optional<PlotSpot> nearest;
  float least = reach_px * reach_px;
  for (size_t k = begin; k < end; ++k) {
    const PlotSpot& spot = plot.spots[k];
    const float x = spot.x_px - x_px, y = spot.y_px - y_px, distance = x * x + y * y;
    if (distance > least) continue;
    const bool is_before = nearest && distance == least &&
                           std::tie(spot.series, spot.point) < std::tie(nearest->series, nearest->point);
    if (is_before) continue;
    least = distance;
    nearest = spot;
  }
  return nearest;
}

std::vector<PlotSpot> SpotsIn(const LaidPlot& plot, const PixelBox& box) {
  std::vector<PlotSpot> inside;
  const auto [begin, end] = SpotRange(plot, box.left_px, box.right_px);
  for (size_t k = begin; k < end; ++k) {
    const PlotSpot& spot = plot.spots[k];
    if (spot.x_px >= box.left_px && spot.x_px <= box.right_px && spot.y_px >= box.top_px &&
        spot.y_px <= box.bottom_px)
      inside.push_back(spot);
  }
  return inside;
}

}  // namespace ringscope
