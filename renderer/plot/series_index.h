#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "renderer/plot/plot_layout.h"
#include "renderer/plot/value_axis.h"

namespace ringscope {

[[nodiscard]] inline bool IsStroke(PlotSeries::Form form) {
  return form == PlotSeries::Form::kLine || form == PlotSeries::Form::kSteps;
}
// Whether the values of such a series can be pointed at.
[[nodiscard]] inline bool HasSpots(PlotSeries::Form form) {
  return form == PlotSeries::Form::kPoints || form == PlotSeries::Form::kBars;
}
[[nodiscard]] inline double LowOf(const PlotSeries& series, size_t k) {
  return k < series.low.size() ? series.low[k] : 0;
}
[[nodiscard]] inline Color ColorOf(const PlotSeries& series, size_t k) {
  return series.colors.empty() ? series.color : series.colors[k];
}
[[nodiscard]] inline size_t CountOf(const PlotSeries& series) {
  return std::min(series.x.size(), series.y.size());
}

// The least and the largest of the values that an axis can show; low > high: there are none.
struct ValueReach {
  static constexpr double kInfinite = std::numeric_limits<double>::infinity();
  double low = kInfinite, high = -kInfinite;

  void Add(const ValueReach& other) {
    low = std::min(low, other.low);
    high = std::max(high, other.high);
  }
  // Computes in lanes, as each minimum waits for the one before.
  void Add(std::span<const double> values, AxisScale scale) {
    constexpr size_t kLanes = 4;
    const double least = scale == AxisScale::kLog ? std::numeric_limits<double>::denorm_min()
                                                  : std::numeric_limits<double>::lowest();
    std::array<ValueReach, kLanes> lanes;
    const auto add = [least](double value, ValueReach& lane) {
      const bool counts = value >= least && value <= std::numeric_limits<double>::max();
      lane.low = std::min(lane.low, counts ? value : kInfinite);
      lane.high = std::max(lane.high, counts ? value : -kInfinite);
    };
    size_t k = 0;
    for (; k + kLanes <= values.size(); k += kLanes) {
      for (size_t lane = 0; lane < kLanes; ++lane) add(values[k + lane], lanes[lane]);
    }
    for (; k < values.size(); ++k) add(values[k], lanes[0]);
    for (const ValueReach& lane : lanes) Add(lane);
  }
};

// The points of a series from the left to the right, in units in which axes are even (AxisPlace): everything
// that a layout needs of them, independent of the part of the plot that is seen. So it is made once for plots
// that are moved and zoomed. Immutable; any number of threads may read it.
class SeriesIndex {
 public:
  // O(points), and a sort if they are not in order from the left to the right.
  SeriesIndex(const PlotSeries& series, const AxisRange& x, const AxisRange& y);

  // Whether this is an index of so many points for axes of these scales.
  [[nodiscard]] bool Suits(size_t points, const AxisRange& x, const AxisRange& y) const;
  // Ascending x, and the y of the same points; all finite. Equal x are in the order of the series.
  [[nodiscard]] const std::vector<double>& x() const { return x_; }
  [[nodiscard]] const std::vector<double>& y() const { return y_; }
  // The number of a point in the series.
  [[nodiscard]] uint32_t PointOf(size_t at) const {
    return points_.empty() ? static_cast<uint32_t>(at) : points_[at];
  }
  [[nodiscard]] bool is_in_order() const { return points_.empty(); }
  // The reach of the series' values.
  [[nodiscard]] const ValueReach& x_reach() const { return x_reach_; }
  [[nodiscard]] const ValueReach& y_reach() const { return y_reach_; }
  // The number of points without a place on these axes.
  [[nodiscard]] size_t unplaced() const { return total_ - x_.size(); }

 private:
  AxisRange x_axis_, y_axis_;  // their scales
  ValueReach x_reach_, y_reach_;
  size_t total_ = 0;
  std::vector<double> x_, y_;
  std::vector<uint32_t> points_;  // empty: all points of the series, in its order
};

// Gives the series of points and bars their indexes, so that layouts of the same spec with other windows are
// quick. Call it again when points or scales change.
void IndexSeries(PlotSpec& spec);

}  // namespace ringscope
