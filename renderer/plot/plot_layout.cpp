#include "renderer/plot/plot_layout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

#include "renderer/plot/density.h"
#include "renderer/plot/pixel_scale.h"

namespace ringscope {
namespace {

// In units of the content scale.
constexpr float kTextPx = 12.5f, kTitlePx = 14.5f;
constexpr float kLineHeight = 19;
constexpr float kTickDistance = 44, kGap = 8;

using Form = PlotSeries::Form;

bool IsStroke(Form form) { return form == Form::kLine || form == Form::kSteps; }

double LowOf(const PlotSeries& series, size_t k) { return k < series.low.size() ? series.low[k] : 0; }

size_t CountOf(const PlotSeries& series) { return std::min(series.x.size(), series.y.size()); }

struct Reach {
  static constexpr double kInfinite = std::numeric_limits<double>::infinity();
  double low = kInfinite, high = -kInfinite;

  // In lanes, as each minimum waits for the one before.
  void Add(std::span<const double> values, AxisScale scale) {
    constexpr size_t kLanes = 4;
    const double least = scale == AxisScale::kLog ? std::numeric_limits<double>::denorm_min()
                                                  : std::numeric_limits<double>::lowest();
    std::array<Reach, kLanes> lanes;
    const auto add = [least](double value, Reach& lane) {
      const bool counts = value >= least && value <= std::numeric_limits<double>::max();
      lane.low = std::min(lane.low, counts ? value : kInfinite);
      lane.high = std::max(lane.high, counts ? value : -kInfinite);
    };
    size_t k = 0;
    for (; k + kLanes <= values.size(); k += kLanes) {
      for (size_t lane = 0; lane < kLanes; ++lane) add(values[k + lane], lanes[lane]);
    }
    for (; k < values.size(); ++k) add(values[k], lanes[0]);
    for (const Reach& lane : lanes) {
      low = std::min(low, lane.low);
      high = std::max(high, lane.high);
    }
  }
};

// Whether what is seen does not depend on the values.
bool HasWindow(const PlotAxis& axis) {
  return axis.window && axis.window->first < axis.window->second &&
         (axis.scale != AxisScale::kLog || axis.window->first > 0) &&
         std::isfinite(axis.window->second - axis.window->first);
}

AxisRange WindowOf(const PlotAxis& axis) {
  AxisRange range;
  range.scale = axis.scale;
  range.low = axis.window->first;
  range.high = axis.window->second;
  return range;
}

// Of values; of what is there, whatever it is, a sound range.
AxisRange RangeOf(const PlotAxis& axis, Reach reach, bool from_zero) {
  AxisRange range;
  range.scale = axis.scale;
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

class PlotWriter {
 public:
  PlotWriter(const PlotSpec& spec, const PixelBox& area, const PlotLook& look, ShapeBatch& batch,
             LaidPlot& laid)
      : spec_(spec), area_(area), look_(look), palette_(PaletteOf(look.theme)), batch_(batch), laid_(laid) {
    if (!look_.measure) look_.measure = AverageSansWidth;
  }

  void Write() {
    laid_.outside = laid_.unplaced = 0;
    PlaceFrame();
    BeginColumns();
    AddGrid();
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
    for (const PlotNote& note : spec_.notes) {
      const double x = frame().XPx(note.x), y = frame().YPx(note.y);
      if (frame().Holds(x, y))
        AddText(static_cast<float>(x), static_cast<float>(y) - Px(11), TextAlign::kCenter, palette_.text,
                note.text);
    }
    SortSpots();
  }

 private:
  [[nodiscard]] float Px(float units) const { return units * look_.scale; }
  [[nodiscard]] Color Faint(float share) const {
    return MixColors(palette_.background, palette_.text, share);
  }
  [[nodiscard]] const PlotFrame& frame() const { return laid_.frame; }

  void AddText(float x_px, float y_px, TextAlign align, Color color, std::string text, float size = kTextPx) {
    batch_.texts.push_back({.x = static_cast<double>(x_px),
                            .y = static_cast<double>(y_px),
                            .align = align,
                            .size_px = Px(size),
                            .color = color,
                            .text = std::move(text)});
  }
  void AddStroke(double x_px, double y_px, double end_x_px, double end_y_px, Color color, float width) {
    batch_.lines.push_back({x_px, y_px, end_x_px, end_y_px, color, Px(width)});
  }

  void PlaceFrame() {
    laid_.frame.x = RangeOfX(spec_);
    laid_.frame.y = RangeOfY(spec_);
    PixelBox& box = laid_.frame.box;
    float top = area_.top_px + Px(4);
    const float room = area_.right_px - area_.left_px - Px(2 * kGap);
    const auto line = [&](std::string text, float size, Color color) {
      top += Px(kLineHeight);
      AddText(area_.left_px + Px(kGap), top - Px(kLineHeight / 2), TextAlign::kLeft, color,
              CutToFit(text, room, Px(size), look_.measure), size);
    };
    if (!spec_.title.empty()) line(spec_.title, kTitlePx, palette_.text);
    if (!spec_.about.empty()) line(spec_.about, kTextPx, Faint(0.7f));
    top += AddLegend(top);
    top = std::max(top, area_.top_px + Px(4 + kLineHeight * static_cast<float>(spec_.least_head_rows)));
    box.top_px = std::round(top + Px(kLineHeight + 4));
    box.bottom_px = std::round(std::max(box.top_px + 1, area_.bottom_px - Px(2 * kLineHeight + 6)));
    const auto rows = static_cast<size_t>((box.bottom_px - box.top_px) / Px(kTickDistance));
    y_axis_ = AxisWithin(laid_.frame.y, rows + 1, spec_.y.metric);
    float widest = Px(20);
    for (const AxisTick& tick : y_axis_.ticks)
      widest = std::max(widest, look_.measure(tick.text, Px(kTextPx)));
    box.left_px = std::round(area_.left_px + Px(2 * kGap) + widest);
    box.right_px = std::round(std::max(box.left_px + 1, area_.right_px - Px(3 * kGap)));
    MakeXAxis();
    x_px_.emplace(frame().x, static_cast<double>(box.left_px), static_cast<double>(box.right_px), log_);
    y_px_.emplace(frame().y, static_cast<double>(box.bottom_px), static_cast<double>(box.top_px), log_);
  }

  // As many ticks as their texts leave room for.
  void MakeXAxis() {
    const PixelBox& box = laid_.frame.box;
    for (auto most = static_cast<size_t>((box.right_px - box.left_px) / Px(36)) + 1;; most = most * 3 / 4) {
      x_axis_ = AxisWithin(laid_.frame.x, most, spec_.x.metric);
      double end = -std::numeric_limits<double>::infinity();
      bool fits = true;
      for (const AxisTick& tick : x_axis_.ticks) {
        const double half = static_cast<double>(look_.measure(tick.text, Px(kTextPx))) / 2;
        const double x = frame().XPx(tick.value);
        fits = fits && x - half > end;
        end = x + half + static_cast<double>(Px(10));
      }
      if (fits || most <= 2) return;
    }
  }

  // A row of names above the plot, as many as have room; gives its height.
  float AddLegend(float top_px) {
    const bool has_names = std::any_of(spec_.series.begin(), spec_.series.end(),
                                       [](const auto& one) { return !one.name.empty(); });
    if (!has_names && spec_.color_scale.colors.empty()) return 0;
    float x = area_.left_px + Px(kGap);
    const float y = top_px + Px(kLineHeight / 2);
    for (const PlotSeries& series : spec_.series) {
      if (series.name.empty()) continue;
      const float width = look_.measure(series.name, Px(kTextPx));
      if (x + Px(18) + width > area_.right_px) {
        AddText(x, y, TextAlign::kLeft, Faint(0.7f), "...");
        break;
      }
      if (IsStroke(series.form)) {
        AddStroke(static_cast<double>(x), static_cast<double>(y), static_cast<double>(x + Px(12)),
                  static_cast<double>(y), series.color, 2);
      } else {
        batch_.points.push_back(
            {static_cast<double>(x + Px(6)), static_cast<double>(y), series.color, Px(8)});
      }
      AddText(x + Px(18), y, TextAlign::kLeft, Faint(0.85f), series.name);
      x += Px(18) + width + Px(16);
    }
    AddColorScale(x, y);
    return Px(kLineHeight);
  }

  // Whole, or not at all where it has no room behind the names.
  void AddColorScale(float x, float y) {
    const PlotColorScale& scale = spec_.color_scale;
    if (scale.colors.empty()) return;
    const float low = look_.measure(scale.low, Px(kTextPx)), high = look_.measure(scale.high, Px(kTextPx));
    const float step = Px(9), colors = step * static_cast<float>(scale.colors.size());
    if (x + low + colors + high + Px(16) > area_.right_px) return;
    AddText(x, y, TextAlign::kLeft, Faint(0.85f), scale.low);
    x += low + Px(6);
    for (const Color& color : scale.colors) {
      batch_.points.push_back({static_cast<double>(x + step / 2), static_cast<double>(y), color, Px(7)});
      x += step;
    }
    AddText(x + Px(6), y, TextAlign::kLeft, Faint(0.85f), scale.high);
  }

  void AddGrid() {
    const PixelBox& box = frame().box;
    for (const AxisTick& tick : y_axis_.ticks) {
      const double y = frame().YPx(tick.value);
      AddStroke(static_cast<double>(box.left_px), y, static_cast<double>(box.right_px), y, Faint(0.1f), 1);
      AddText(box.left_px - Px(kGap), static_cast<float>(y), TextAlign::kRight, Faint(0.7f), tick.text);
    }
    for (const AxisTick& tick : x_axis_.ticks) {
      const double x = frame().XPx(tick.value);
      AddStroke(x, static_cast<double>(box.top_px), x, static_cast<double>(box.bottom_px), Faint(0.1f), 1);
      AddText(static_cast<float>(x), box.bottom_px + Px(kLineHeight / 2 + 3), TextAlign::kCenter, Faint(0.7f),
              tick.text);
    }
    const auto left = static_cast<double>(box.left_px), bottom = static_cast<double>(box.bottom_px);
    AddStroke(left, static_cast<double>(box.top_px), left, bottom, Faint(0.35f), 1);
    AddStroke(left, bottom, static_cast<double>(box.right_px), bottom, Faint(0.35f), 1);
    const auto titled = [](const std::string& title, const std::string& unit) {
      return unit.empty() || title.empty() ? title + unit : title + ", " + unit;
    };
    AddText(box.left_px - Px(kGap), box.top_px - Px(kLineHeight / 2 + 2), TextAlign::kLeft, Faint(0.7f),
            titled(spec_.y.title, y_axis_.unit));
    AddText(box.right_px, box.bottom_px + Px(1.5f * kLineHeight + 1), TextAlign::kRight, Faint(0.7f),
            titled(spec_.x.title, x_axis_.unit));
  }

  // Millions a frame: nothing that is written can change what is read here.
  void PlaceSpots(const PlotSeries& series, uint32_t number, size_t count) {
    const PixelScale x_px = *x_px_, y_px = *y_px_;
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
    } else if (spots.size() > look_.most_discs) {
      AddDensity(spots, series, frame().box, std::max(Px(2), 1.0f), palette_.background, laid_.spare_cells,
                 batch_);
    } else {
      for (const PlotSpot& spot : spots) {
        batch_.points.push_back({static_cast<double>(spot.x_px), static_cast<double>(spot.y_px),
                                 series.colors.empty() ? series.color : series.colors[spot.point],
                                 Px(series.width)});
      }
    }
  }

  void AddBars(const PlotSeries& series, std::span<const PlotSpot> spots) {
    const PixelBox& box = frame().box;
    const float room = 0.6f * (box.right_px - box.left_px) / static_cast<float>(spots.size() + 1);
    const float width = series.bar_width > 0 ? Px(series.bar_width) : std::clamp(room, 1.0f, Px(12));
    for (const PlotSpot& spot : spots) {
      double foot = frame().YPx(LowOf(series, spot.point));
      // A foot of 0 on a logarithmic axis is where the plot ends.
      if (!std::isfinite(foot)) foot = static_cast<double>(box.bottom_px);
      foot = std::clamp(foot, static_cast<double>(box.top_px), static_cast<double>(box.bottom_px));
      const auto end = static_cast<double>(spot.y_px);
      batch_.rects.push_back({.x = static_cast<double>(spot.x_px - width / 2),
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
    AddStroke(x + from * dx, y + from * dy, x + to * dx, y + to * dy, color, width);
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
      const double x = (*x_px_)(series.x[k]), y = (*y_px_)(series.y[k]);
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
        batch_.rects.push_back({.x = x,
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
  const PixelBox area_;
  PlotLook look_;
  const ChartPalette& palette_;
  ShapeBatch& batch_;
  LaidPlot& laid_;
  ValueAxis x_axis_, y_axis_;
  const FastLog2 log_;
  std::optional<PixelScale> x_px_, y_px_;
  size_t spot_count_ = 0;                   // so far; behind them lie those of the last layout
  uint32_t columns_ = 0, last_column_ = 0;  // of the spot before
  bool is_in_order_ = true;                 // whether no spot stands before one of an earlier column
};

}  // namespace

double PlotFrame::XPx(double value) const {
  const auto left = static_cast<double>(box.left_px), right = static_cast<double>(box.right_px);
  return left + x.ShareOf(value) * (right - left);
}
double PlotFrame::YPx(double value) const {
  const auto top = static_cast<double>(box.top_px), bottom = static_cast<double>(box.bottom_px);
  return bottom - y.ShareOf(value) * (bottom - top);
}
double PlotFrame::XAt(double x_px) const {
  const auto left = static_cast<double>(box.left_px), right = static_cast<double>(box.right_px);
  return x.ValueAt((x_px - left) / (right - left));
}
double PlotFrame::YAt(double y_px) const {
  const auto top = static_cast<double>(box.top_px), bottom = static_cast<double>(box.bottom_px);
  return y.ValueAt((bottom - y_px) / (bottom - top));
}
bool PlotFrame::Holds(double x_px, double y_px) const {
  // Half a pixel for rounding.
  return x_px >= static_cast<double>(box.left_px) - 0.5 && x_px <= static_cast<double>(box.right_px) + 0.5 &&
         y_px >= static_cast<double>(box.top_px) - 0.5 && y_px <= static_cast<double>(box.bottom_px) + 0.5;
}

AxisRange RangeOfX(const PlotSpec& spec) {
  if (HasWindow(spec.x)) return WindowOf(spec.x);
  Reach reach;
  const bool has_bodies = HasBodies(spec);
  for (const PlotSeries& series : spec.series) {
    if (has_bodies && IsStroke(series.form)) continue;
    reach.Add(std::span(series.x).first(CountOf(series)), spec.x.scale);
  }
  return RangeOf(spec.x, reach, true);
}

AxisRange RangeOfY(const PlotSpec& spec) {
  if (HasWindow(spec.y)) return WindowOf(spec.y);
  Reach reach;
  const bool has_bodies = HasBodies(spec);
  for (const PlotSeries& series : spec.series) {
    if (has_bodies && IsStroke(series.form)) continue;
    reach.Add(std::span(series.y).first(CountOf(series)), spec.y.scale);
    reach.Add(std::span(series.low).first(std::min(series.low.size(), CountOf(series))), spec.y.scale);
  }
  return RangeOf(spec.y, reach, true);
}

LaidPlot LayOutPlot(const PlotSpec& spec, const PixelBox& area, const PlotLook& look, ShapeBatch& batch) {
  LaidPlot laid;
  LayOutPlotAgain(spec, area, look, batch, laid);
  return laid;
}

void LayOutPlotAgain(const PlotSpec& spec, const PixelBox& area, const PlotLook& look, ShapeBatch& batch,
                     LaidPlot& laid) {
  PlotWriter(spec, area, look, batch, laid).Write();
}

}  // namespace ringscope
