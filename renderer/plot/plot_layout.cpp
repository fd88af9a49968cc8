#include "renderer/plot/plot_layout.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "renderer/plot/density.h"

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
  double low = std::numeric_limits<double>::infinity(), high = -low;
  void Add(double value, AxisScale scale) {
    if (!std::isfinite(value) || (scale == AxisScale::kLog && value <= 0)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

// Of values; of what is there, whatever it is, a sound range.
AxisRange RangeOf(const PlotAxis& axis, Reach reach, bool from_zero) {
  AxisRange range;
  range.scale = axis.scale;
  if (axis.window && axis.window->first < axis.window->second &&
      (axis.scale != AxisScale::kLog || axis.window->first > 0) &&
      std::isfinite(axis.window->second - axis.window->first)) {
    range.low = axis.window->first;
    range.high = axis.window->second;
    return range;
  }
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
  PlotWriter(const PlotSpec& spec, const PixelBox& area, const PlotLook& look, ShapeBatch& batch)
      : spec_(spec), area_(area), look_(look), palette_(PaletteOf(look.theme)), batch_(batch) {
    if (!look_.measure) look_.measure = AverageSansWidth;
  }

  LaidPlot Write() {
    PlaceFrame();
    AddGrid();
    std::vector<std::vector<PlotSpot>> spots;
    for (uint32_t k = 0; k < spec_.series.size(); ++k) {
      const PlotSeries& series = spec_.series[k];
      if (IsStroke(series.form)) {
        AddPath(series);
      } else if (series.form == Form::kBand) {
        AddBand(series);
      } else {
        spots.push_back(AddSpots(series, k));
      }
    }
    for (const PlotNote& note : spec_.notes) {
      const double x = frame().XPx(note.x), y = frame().YPx(note.y);
      if (frame().Holds(x, y))
        AddText(static_cast<float>(x), static_cast<float>(y) - Px(11), TextAlign::kCenter, palette_.text,
                note.text);
    }
    SortSpots(spots);
    return std::move(laid_);
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
    if (std::none_of(spec_.series.begin(), spec_.series.end(),
                     [](const auto& one) { return !one.name.empty(); }))
      return 0;
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
    return Px(kLineHeight);
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

  // Where a value is drawn; counts it where it is not.
  bool Place(double x, double y, PlotSpot& spot) {
    const double x_px = frame().XPx(x), y_px = frame().YPx(y);
    if (!std::isfinite(x_px) || !std::isfinite(y_px)) {
      ++laid_.unplaced;
      return false;
    }
    if (!frame().Holds(x_px, y_px)) {
      ++laid_.outside;
      return false;
    }
    spot.x_px = static_cast<float>(x_px);
    spot.y_px = static_cast<float>(y_px);
    return true;
  }

  std::vector<PlotSpot> AddSpots(const PlotSeries& series, uint32_t number) {
    std::vector<PlotSpot> spots;
    spots.reserve(CountOf(series));
    for (uint32_t k = 0; k < CountOf(series); ++k) {
      PlotSpot spot{0, 0, number, k};
      if (Place(series.x[k], series.y[k], spot)) spots.push_back(spot);
    }
    if (series.form == Form::kBars) {
      AddBars(series, spots);
    } else if (spots.size() > look_.most_discs) {
      AddDensity(spots, series, frame().box, std::max(Px(2), 1.0f), palette_.background, batch_);
    } else {
      for (const PlotSpot& spot : spots) {
        batch_.points.push_back({static_cast<double>(spot.x_px), static_cast<double>(spot.y_px),
                                 series.colors.empty() ? series.color : series.colors[spot.point],
                                 Px(series.width)});
      }
    }
    return spots;
  }

  void AddBars(const PlotSeries& series, std::span<const PlotSpot> spots) {
    const PixelBox& box = frame().box;
    const float width =
        std::clamp(0.6f * (box.right_px - box.left_px) / static_cast<float>(spots.size() + 1), 1.0f, Px(12));
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
      const double x = frame().XPx(series.x[k]), y = frame().YPx(series.y[k]);
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

  // By columns of pixels, counted: in the order drawn within one.
  void SortSpots(const std::vector<std::vector<PlotSpot>>& spots) {
    const PixelBox& box = frame().box;
    const auto columns = static_cast<size_t>(std::clamp(box.right_px - box.left_px, 0.0f, 16384.0f)) + 2;
    const auto column_of = [&](const PlotSpot& spot) {
      return std::min(static_cast<size_t>(std::max(spot.x_px - box.left_px, 0.0f)), columns - 1);
    };
    laid_.column_begin.assign(columns + 1, 0);
    size_t count = 0;
    for (const auto& some : spots) {
      count += some.size();
      for (const PlotSpot& spot : some) ++laid_.column_begin[column_of(spot) + 1];
    }
    for (size_t k = 0; k < columns; ++k) laid_.column_begin[k + 1] += laid_.column_begin[k];
    std::vector<uint32_t> next(laid_.column_begin.begin(), laid_.column_begin.end() - 1);
    laid_.spots.resize(count);
    for (const auto& some : spots) {
      for (const PlotSpot& spot : some) laid_.spots[next[column_of(spot)]++] = spot;
    }
  }

  const PlotSpec& spec_;
  const PixelBox area_;
  PlotLook look_;
  const ChartPalette& palette_;
  ShapeBatch& batch_;
  LaidPlot laid_;
  ValueAxis x_axis_, y_axis_;
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
  Reach reach;
  const bool has_bodies = HasBodies(spec);
  for (const PlotSeries& series : spec.series) {
    if (has_bodies && IsStroke(series.form)) continue;
    for (size_t k = 0; k < CountOf(series); ++k) reach.Add(series.x[k], spec.x.scale);
  }
  return RangeOf(spec.x, reach, true);
}

AxisRange RangeOfY(const PlotSpec& spec) {
  Reach reach;
  const bool has_bodies = HasBodies(spec);
  for (const PlotSeries& series : spec.series) {
    if (has_bodies && IsStroke(series.form)) continue;
    for (size_t k = 0; k < CountOf(series); ++k) {
      reach.Add(series.y[k], spec.y.scale);
      if (k < series.low.size()) reach.Add(series.low[k], spec.y.scale);
    }
  }
  return RangeOf(spec.y, reach, true);
}

LaidPlot LayOutPlot(const PlotSpec& spec, const PixelBox& area, const PlotLook& look, ShapeBatch& batch) {
  return PlotWriter(spec, area, look, batch).Write();
}

}  // namespace ringscope
