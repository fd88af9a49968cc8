#include "renderer/plot/plot_marks.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "renderer/plot/density.h"
#include "renderer/plot/pixel_scale.h"
#include "renderer/plot/series_columns.h"

namespace ringscope {
namespace {

using Form = PlotSeries::Form;

class MarksWriter {
 public:
  MarksWriter(const PlotSpec& spec, const PlotPen& pen, LaidPlot& laid)
      : spec_(spec),
        pen_(pen),
        laid_(laid),
        x_px_(laid.frame.x, static_cast<double>(laid.frame.box.left_px),
              static_cast<double>(laid.frame.box.right_px), log_),
        y_px_(laid.frame.y, static_cast<double>(laid.frame.box.bottom_px),
              static_cast<double>(laid.frame.box.top_px), log_) {}

  void Write() {
    laid_.outside = laid_.unplaced = 0;
    BeginColumns();
    for (uint32_t k = 0; k < spec_.series.size(); ++k) {
      const PlotSeries& series = spec_.series[k];
      if (IsStroke(series.form)) {
        AddPath(series);
      } else if (series.form == Form::kBand) {
        AddBand(series);
      } else {
        AddSpots(series, k);
      }
    }
    SortSpots();
  }

 private:
  [[nodiscard]] const PlotFrame& frame() const { return laid_.frame; }

  // Millions a frame: nothing that is written can change what is read here.
  void PlaceSpots(const PlotSeries& series, uint32_t number, size_t count) {
    const PixelScale x_px = x_px_, y_px = y_px_;
    const PixelBox box = frame().box;
    // Half a pixel for rounding, as PlotFrame::Holds() has it.
    const double left = static_cast<double>(box.left_px) - 0.5,
                 right = static_cast<double>(box.right_px) + 0.5;
    const double top = static_cast<double>(box.top_px) - 0.5,
                 bottom = static_cast<double>(box.bottom_px) + 0.5;
    PlotSpot* const spots = laid_.spots.data() + spot_count_;
    const double* const xs = series.x.data();
    const double* const ys = series.y.data();
    uint32_t* const column_begin = laid_.column_begin.data();
    size_t placed = 0;
    uint32_t last_column = last_column_;
    bool is_in_order = is_in_order_;
    for (size_t k = 0; k < count; ++k) {
      const double x = x_px(xs[k]), y = y_px(ys[k]);
      if (!(x >= left && x <= right && y >= top && y <= bottom)) {
        ++(std::isfinite(x) && std::isfinite(y) ? laid_.outside : laid_.unplaced);
        continue;
      }
      const PlotSpot spot{static_cast<float>(x), static_cast<float>(y), number, static_cast<uint32_t>(k)};
      const uint32_t column =
          std::min(static_cast<uint32_t>(std::max(spot.x_px - box.left_px, 0.0f)), columns_ - 1);
      is_in_order &= column >= last_column;
      last_column = column;
      ++column_begin[column + 1];
      spots[placed++] = spot;
    }
    spot_count_ += placed;
    last_column_ = last_column;
    is_in_order_ = is_in_order;
  }

  void AddSpots(const PlotSeries& series, uint32_t number) {
    const size_t count = CountOf(series), begin = spot_count_;
    if (laid_.spots.size() < begin + count) laid_.spots.resize(begin + count);
    PlaceSpots(series, number, count);
    const std::span<const PlotSpot> spots(laid_.spots.data() + begin, spot_count_ - begin);
    if (series.form == Form::kBars) {
      AddBars(series, spots);
    } else if (spots.size() > pen_.look.most_discs) {
      AddDensity(spots, series, frame().box, std::max(pen_.Px(2), 1.0f), pen_.palette.background,
                 laid_.spare_cells, pen_.batch);
    } else if (series.width > 0) {
      for (const PlotSpot& spot : spots) {
        pen_.batch.points.push_back({static_cast<double>(spot.x_px), static_cast<double>(spot.y_px),
                                     series.colors.empty() ? series.color : series.colors[spot.point],
                                     pen_.Px(series.width)});
      }
    }
  }

  void AddBars(const PlotSeries& series, std::span<const PlotSpot> spots) {
    const PixelBox& box = frame().box;
    const float room = 0.6f * (box.right_px - box.left_px) / static_cast<float>(spots.size() + 1);
    const float width =
        series.bar_width > 0 ? pen_.Px(series.bar_width) : std::clamp(room, 1.0f, pen_.Px(12));
    for (const PlotSpot& spot : spots) {
      double foot = frame().YPx(LowOf(series, spot.point));
      // A foot of 0 on a logarithmic axis is where the plot ends.
      if (!std::isfinite(foot)) foot = static_cast<double>(box.bottom_px);
      foot = std::clamp(foot, static_cast<double>(box.top_px), static_cast<double>(box.bottom_px));
      const auto end = static_cast<double>(spot.y_px);
      pen_.batch.rects.push_back({.x = static_cast<double>(spot.x_px - width / 2),
                                  .y = std::min(end, foot),
                                  .width = static_cast<double>(width),
                                  .height = std::abs(end - foot),
                                  .fill = series.colors.empty() ? series.color : series.colors[spot.point]});
    }
  }

  // The part of a line that is in the frame (Liang and Barsky's method).
  void AddClipped(double x, double y, double end_x, double end_y, Color color, float width) {
    const PixelBox& box = frame().box;
    double from = 0, to = 1;
    const auto cut = [&](double step, double room) {
      if (step == 0) return room >= 0;
      const double at = room / step;
      (step < 0 ? from : to) = step < 0 ? std::max(from, at) : std::min(to, at);
      return from <= to;
    };
    const double dx = end_x - x, dy = end_y - y;
    if (!std::isfinite(dx) || !std::isfinite(dy)) return;
    if (!cut(-dx, x - static_cast<double>(box.left_px)) || !cut(dx, static_cast<double>(box.right_px) - x) ||
        !cut(-dy, y - static_cast<double>(box.top_px)) || !cut(dy, static_cast<double>(box.bottom_px) - y))
      return;
    pen_.AddStroke(x + from * dx, y + from * dy, x + to * dx, y + to * dy, color, width);
  }

  // Of values that fall into one column of pixels only the first, the lowest, the highest and the last
  // matter.
  void AddPath(const PlotSeries& series) {
    struct Column {
      double x = 0, first = 0, low = 0, high = 0, last = 0;
      bool is_open = false;
    } column;
    bool has_end = false;
    double end_x = 0, end_y = 0;
    const auto to = [&](double x, double y) {
      if (has_end) {
        if (series.form == Form::kSteps) {
          AddClipped(end_x, end_y, x, end_y, series.color, series.width);
          AddClipped(x, end_y, x, y, series.color, series.width);
        } else {
          AddClipped(end_x, end_y, x, y, series.color, series.width);
        }
      }
      has_end = true;
      end_x = x;
      end_y = y;
    };
    const auto close = [&] {
      if (!column.is_open) return;
      to(column.x, column.first);
      if (column.low < std::min(column.first, column.last) ||
          column.high > std::max(column.first, column.last))
        AddClipped(column.x, column.low, column.x, column.high, series.color, series.width);
      if (column.last != column.first) to(column.x, column.last);
      column.is_open = false;
    };
    for (size_t k = 0; k < CountOf(series); ++k) {
      const double x = x_px_(series.x[k]), y = y_px_(series.y[k]);
      if (!std::isfinite(x) || !std::isfinite(y)) {
        ++laid_.unplaced;
        close();
        has_end = false;
        continue;
      }
      if (!frame().Holds(x, y)) ++laid_.outside;
      if (column.is_open && std::floor(column.x) == std::floor(x)) {
        column.low = std::min(column.low, y);
        column.high = std::max(column.high, y);
        column.last = y;
        continue;
      }
      close();
      column = {x, y, y, y, y, true};
    }
    close();
  }

  // As upright slices, a pixel wide or as wide as there is data.
  void AddBand(const PlotSeries& series) {
    const PixelBox& box = frame().box;
    Color fill = series.color;
    for (size_t k = 0; k + 1 < CountOf(series); ++k) {
      const double left = frame().XPx(series.x[k]), right = frame().XPx(series.x[k + 1]);
      const auto low = [&](size_t at) { return frame().YPx(LowOf(series, at)); };
      if (!std::isfinite(left) || !std::isfinite(right)) {
        ++laid_.unplaced;
        continue;
      }
      const double first = std::max(left, static_cast<double>(box.left_px));
      const double end = std::min(right, static_cast<double>(box.right_px));
      for (double x = first; x < end; ++x) {
        const double share = right > left ? (x - left) / (right - left) : 0;
        const auto between = [share](double from, double to) { return from + share * (to - from); };
        double high_px = between(frame().YPx(series.y[k]), frame().YPx(series.y[k + 1]));
        double low_px = between(low(k), low(k + 1));
        if (!std::isfinite(low_px)) low_px = static_cast<double>(box.bottom_px);
        if (!std::isfinite(high_px)) continue;
        high_px = std::clamp(high_px, static_cast<double>(box.top_px), static_cast<double>(box.bottom_px));
        low_px = std::clamp(low_px, static_cast<double>(box.top_px), static_cast<double>(box.bottom_px));
        pen_.batch.rects.push_back({.x = x,
                                    .y = std::min(high_px, low_px),
                                    .width = std::min(1.0, end - x),
                                    .height = std::abs(low_px - high_px),
                                    .fill = fill});
      }
    }
  }

  void BeginColumns() {
    const PixelBox& box = frame().box;
    columns_ = static_cast<uint32_t>(std::clamp(box.right_px - box.left_px, 0.0f, 16384.0f)) + 2;
    laid_.column_begin.assign(size_t{columns_} + 1, 0);
  }
  [[nodiscard]] uint32_t ColumnOf(const PlotSpot& spot) const {
    return std::min(static_cast<uint32_t>(std::max(spot.x_px - frame().box.left_px, 0.0f)), columns_ - 1);
  }

  // By columns of pixels, counted: in the order drawn within one. Of one series whose values rise they are so
  // already.
  void SortSpots() {
    laid_.spots.resize(spot_count_);
    for (size_t k = 0; k < columns_; ++k) laid_.column_begin[k + 1] += laid_.column_begin[k];
    if (is_in_order_) return;
    std::vector<uint32_t> next(laid_.column_begin.begin(), laid_.column_begin.end() - 1);
    laid_.spare_spots.resize(laid_.spots.size());
    for (const PlotSpot& spot : laid_.spots) laid_.spare_spots[next[ColumnOf(spot)]++] = spot;
    std::swap(laid_.spots, laid_.spare_spots);
  }

  const PlotSpec& spec_;
  const PlotPen& pen_;
  LaidPlot& laid_;
  const FastLog2 log_;
  const PixelScale x_px_, y_px_;
  size_t spot_count_ = 0;                   // so far; behind them lie those of the last layout
  uint32_t columns_ = 0, last_column_ = 0;  // of the spot before
  bool is_in_order_ = true;                 // whether no spot stands before one of an earlier column
};

}  // namespace

void AddPlotMarks(const PlotSpec& spec, const PlotPen& pen, LaidPlot& laid) {
  MarksWriter(spec, pen, laid).Write();
}

}  // namespace ringscope
