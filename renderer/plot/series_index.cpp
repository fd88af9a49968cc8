#include "renderer/plot/series_index.h"

#include <cmath>
#include <utility>

#include "renderer/plot/pixel_scale.h"

namespace ringscope {
namespace {

bool HaveOneScale(const AxisRange& a, const AxisRange& b) {
  return a.scale == b.scale && (a.scale != AxisScale::kSymmetricLog || a.linear_until == b.linear_until);
}

struct Placed {
  double x = 0;
  uint32_t point = 0;
};

}  // namespace

SeriesIndex::SeriesIndex(const PlotSeries& series, const AxisRange& x, const AxisRange& y)
    : x_axis_(x), y_axis_(y), total_(CountOf(series)) {
  const AxisPlace x_place(x), y_place(y);
  x_reach_.Add(std::span(series.x).first(total_), x.scale);
  y_reach_.Add(std::span(series.y).first(total_), y.scale);
  x_.resize(total_);
  y_.resize(total_);
  size_t count = 0;
  bool is_ascending = true;
  double last = -std::numeric_limits<double>::infinity();
  for (size_t k = 0; k < total_; ++k) {
    const double at_x = x_place(series.x[k]), at_y = y_place(series.y[k]);
    if (!std::isfinite(at_x) || !std::isfinite(at_y)) {
      // From here on positions in the index differ from those in the series.
      if (points_.empty()) {
        points_.resize(total_);
        for (size_t i = 0; i < count; ++i) points_[i] = static_cast<uint32_t>(i);
      }
      continue;
    }
    is_ascending &= at_x >= last;
    last = at_x;
    x_[count] = at_x;
    y_[count] = at_y;
    if (!points_.empty()) points_[count] = static_cast<uint32_t>(k);
    ++count;
  }
  x_.resize(count);
  y_.resize(count);
  if (!points_.empty()) points_.resize(count);
  if (is_ascending) return;
  std::vector<Placed> order(count);
  for (size_t k = 0; k < count; ++k) order[k] = {x_[k], static_cast<uint32_t>(k)};
  std::sort(order.begin(), order.end(),
            [](const Placed& a, const Placed& b) { return a.x != b.x ? a.x < b.x : a.point < b.point; });
  const std::vector<double> y_before = std::move(y_);
  const std::vector<uint32_t> points_before = std::move(points_);
  y_.resize(count);
  points_.resize(count);
  for (size_t k = 0; k < count; ++k) {
    const uint32_t from = order[k].point;
    x_[k] = order[k].x;
    y_[k] = y_before[from];
    points_[k] = points_before.empty() ? from : points_before[from];
  }
}

bool SeriesIndex::Suits(size_t points, const AxisRange& x, const AxisRange& y) const {
  return points == total_ && HaveOneScale(x, x_axis_) && HaveOneScale(y, y_axis_);
}

void IndexSeries(PlotSpec& spec) {
  for (PlotSeries& series : spec.series) {
    if (HasSpots(series.form))
      series.index = std::make_shared<const SeriesIndex>(series, spec.x.scale_alone(), spec.y.scale_alone());
  }
}

}  // namespace ringscope
