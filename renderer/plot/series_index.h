#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "renderer/plot/plot_layout.h"
#include "renderer/plot/value_reach.h"

namespace ringscope {

// The points of a series from the left to the right, in units in which axes are even (AxisPlace): all that a
// layout needs of them, and nothing that depends on what part of the plot is seen. So it is made once for
// plots that are moved and zoomed. Immutable; any number of threads may read it.
class SeriesIndex {
 public:
  // O(points), and a sort where they do not stand from the left to the right.
  SeriesIndex(const PlotSeries& series, const AxisRange& x, const AxisRange& y);

  // Whether it is one of so many points for axes of these scales.
  [[nodiscard]] bool Suits(size_t points, const AxisRange& x, const AxisRange& y) const;
  // Ascending, and those of `y` beside them; all finite. Equal ones in the order of the series.
  [[nodiscard]] const std::vector<double>& x() const { return x_; }
  [[nodiscard]] const std::vector<double>& y() const { return y_; }
  // The number of a point in the series.
  [[nodiscard]] uint32_t PointOf(size_t at) const {
    return points_.empty() ? static_cast<uint32_t>(at) : points_[at];
  }
  [[nodiscard]] bool is_in_order() const { return points_.empty(); }
  // How far the values of the series reach.
  [[nodiscard]] const ValueReach& x_reach() const { return x_reach_; }
  [[nodiscard]] const ValueReach& y_reach() const { return y_reach_; }
  // Points that have no place on these axes.
  [[nodiscard]] size_t unplaced() const { return total_ - x_.size(); }

 private:
  AxisRange x_axis_, y_axis_;  // their scales
  ValueReach x_reach_, y_reach_;
  size_t total_ = 0;
  std::vector<double> x_, y_;
  std::vector<uint32_t> points_;  // empty: all of the series, in its order
};

// Gives the series of points and bars their indexes, so that layouts of the same spec with other windows are
// quick. To be called again when points or scales change.
void IndexSeries(PlotSpec& spec);

}  // namespace ringscope
