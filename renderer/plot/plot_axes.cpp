#include "renderer/plot/plot_axes.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "renderer/plot/series_columns.h"

namespace ringscope {
namespace {

// In units of the content scale.
constexpr float kLineHeight = 19;
constexpr float kTickDistance = 44, kGap = 8;
constexpr float kWidestTickName = 120;

class AxesWriter {
 public:
  AxesWriter(const PlotSpec& spec, const PixelBox& area, const PlotPen& pen)
      : spec_(spec), area_(area), pen_(pen) {}

  PlotFrame Write() {
    Place();
    AddGrid();
    return frame_;
  }

 private:
  void Place() {
    frame_.x = RangeOfX(spec_);
    frame_.y = RangeOfY(spec_);
    PixelBox& box = frame_.box;
    float top = area_.top_px + pen_.Px(4);
    top += AddPlotHead(spec_.title, spec_.about, {area_.left_px, top, area_.right_px, area_.bottom_px},
                       pen_.look, pen_.batch);
    if (spec_.names_room == 0) top += AddLegend(top);
    top = std::max(top, area_.top_px + pen_.Px(4 + kLineHeight * static_cast<float>(spec_.least_head_rows)));
    box.top_px = std::round(top + pen_.Px(kLineHeight + 4));
    box.bottom_px = std::round(std::max(box.top_px + 1, area_.bottom_px - FootHeight()));
    const auto rows = static_cast<size_t>((box.bottom_px - box.top_px) / pen_.Px(kTickDistance));
    y_axis_ = AxisWithin(frame_.y, rows + 1, spec_.y.metric, spec_.y.by_share);
    float widest = pen_.Px(20);
    for (const AxisTick& tick : y_axis_.ticks) widest = std::max(widest, pen_.WidthOf(tick.text));
    box.left_px = std::round(area_.left_px + std::max(pen_.Px(2 * kGap) + widest, spec_.least_left_px));
    box.right_px =
        std::round(std::max(box.left_px + 1, area_.right_px - pen_.Px(3 * kGap + spec_.names_room)));
    if (spec_.x.names.empty())
      MakeXAxis();
    else
      NameXAxis();
  }

  // What is below the values.
  [[nodiscard]] float FootHeight() const {
    if (!spec_.x.has_texts) return pen_.Px(4);
    return pen_.Px((spec_.x.title.empty() && !spec_.x.names.empty() ? 1 : 2) * kLineHeight + 6);
  }

  // As many ticks as their texts leave room for.
  void MakeXAxis() {
    const PixelBox& box = frame_.box;
    for (auto most = static_cast<size_t>((box.right_px - box.left_px) / pen_.Px(36)) + 1;;
         most = most * 3 / 4) {
      x_axis_ = AxisWithin(frame_.x, most, spec_.x.metric);
      double end = -std::numeric_limits<double>::infinity();
      bool fits = true;
      for (const AxisTick& tick : x_axis_.ticks) {
        const double half = static_cast<double>(pen_.WidthOf(tick.text)) / 2;
        const double x = frame_.XPx(tick.value);
        fits = fits && x - half > end;
        end = x + half + static_cast<double>(pen_.Px(10));
      }
      if (fits || most <= 2) return;
    }
  }

  // All names where they fit, else some of them, as many as fit.
  void NameXAxis() {
    const std::vector<std::string>& names = spec_.x.names;
    const float gap = pen_.Px(12);
    const auto distance = static_cast<float>(frame_.XPx(1) - frame_.XPx(0));
    float longest = 0;
    for (const std::string& name : names) longest = std::max(longest, pen_.WidthOf(name));
    const float wanted =
        longest + gap <= distance ? distance : std::min(longest, pen_.Px(kWidestTickName)) + gap;
    const auto every = static_cast<size_t>(std::clamp(std::ceil(wanted / distance), 1.0f, 1e6f));
    const float room = std::max(distance * static_cast<float>(every) - gap, pen_.Px(30));
    for (size_t k = 0; k < names.size(); k += every)
      x_axis_.ticks.push_back({static_cast<double>(k),
                               CutMiddleToFit(names[k], room, pen_.Px(PlotPen::kTextPx), pen_.look.measure)});
  }

  // A row of names above the plot, as many as have room, at least the first; gives its height.
  float AddLegend(float top_px) {
    const bool has_names = std::any_of(spec_.series.begin(), spec_.series.end(),
                                       [](const auto& one) { return !one.name.empty(); });
    if (!has_names && spec_.color_scale.colors.empty()) return 0;
    float x = area_.left_px + pen_.Px(kGap);
    const float y = top_px + pen_.Px(kLineHeight / 2);
    for (const PlotSeries& series : spec_.series) {
      if (series.name.empty()) continue;
      // The first one is cut where it has no room, so that a narrow plot says what it can.
      const bool is_first = x == area_.left_px + pen_.Px(kGap);
      const float room = area_.right_px - x - pen_.Px(18);
      if (pen_.WidthOf(series.name) > room && (!is_first || room < pen_.Px(40))) {
        pen_.AddText(x, y, TextAlign::kLeft, pen_.Faint(0.7f), "...");
        break;
      }
      const std::string name = CutToFit(series.name, room, pen_.Px(PlotPen::kTextPx), pen_.look.measure);
      if (IsStroke(series.form)) {
        pen_.AddStroke(static_cast<double>(x), static_cast<double>(y), static_cast<double>(x + pen_.Px(12)),
                       static_cast<double>(y), series.color, 2);
      } else {
        pen_.batch.points.push_back(
            {static_cast<double>(x + pen_.Px(6)), static_cast<double>(y), series.color, pen_.Px(8)});
      }
      pen_.AddText(x + pen_.Px(18), y, TextAlign::kLeft, pen_.Faint(0.85f), name);
      x += pen_.Px(18) + pen_.WidthOf(name) + pen_.Px(16);
    }
    AddColorScale(x, y);
    return pen_.Px(kLineHeight);
  }

  // Whole, or not at all where it has no room behind the names.
  void AddColorScale(float x, float y) {
    const PlotColorScale& scale = spec_.color_scale;
    if (scale.colors.empty()) return;
    const float low = pen_.WidthOf(scale.low), high = pen_.WidthOf(scale.high);
    const float step = pen_.Px(9), colors = step * static_cast<float>(scale.colors.size());
    if (x + low + colors + high + pen_.Px(16) > area_.right_px) return;
    pen_.AddText(x, y, TextAlign::kLeft, pen_.Faint(0.85f), scale.low);
    x += low + pen_.Px(6);
    for (const Color& color : scale.colors) {
      pen_.batch.points.push_back(
          {static_cast<double>(x + step / 2), static_cast<double>(y), color, pen_.Px(7)});
      x += step;
    }
    pen_.AddText(x + pen_.Px(6), y, TextAlign::kLeft, pen_.Faint(0.85f), scale.high);
  }

  void AddGrid() {
    const PixelBox& box = frame_.box;
    for (const AxisTick& tick : y_axis_.ticks) {
      const double y = frame_.YPx(tick.value);
      pen_.AddStroke(static_cast<double>(box.left_px), y, static_cast<double>(box.right_px), y,
                     pen_.Faint(0.1f), 1);
      pen_.AddText(box.left_px - pen_.Px(kGap), static_cast<float>(y), TextAlign::kRight, pen_.Faint(0.7f),
                   tick.text);
    }
    for (const AxisTick& tick : x_axis_.ticks) {
      const double x = frame_.XPx(tick.value);
      pen_.AddStroke(x, static_cast<double>(box.top_px), x, static_cast<double>(box.bottom_px),
                     pen_.Faint(0.1f), 1);
      if (!spec_.x.has_texts) continue;
      pen_.AddText(static_cast<float>(x), box.bottom_px + pen_.Px(kLineHeight / 2 + 3), TextAlign::kCenter,
                   pen_.Faint(0.7f), tick.text);
    }
    const auto left = static_cast<double>(box.left_px), bottom = static_cast<double>(box.bottom_px);
    pen_.AddStroke(left, static_cast<double>(box.top_px), left, bottom, pen_.Faint(0.35f), 1);
    pen_.AddStroke(left, bottom, static_cast<double>(box.right_px), bottom, pen_.Faint(0.35f), 1);
    const auto titled = [](const std::string& title, const std::string& unit) {
      return unit.empty() || title.empty() ? title + unit : title + ", " + unit;
    };
    const float title_left = box.left_px - pen_.Px(kGap);
    pen_.AddText(title_left, box.top_px - pen_.Px(kLineHeight / 2 + 2), TextAlign::kLeft, pen_.Faint(0.7f),
                 CutToFit(titled(spec_.y.title, y_axis_.unit), area_.right_px - title_left,
                          pen_.Px(PlotPen::kTextPx), pen_.look.measure));
    if (spec_.x.has_texts)
      pen_.AddText(box.right_px, box.bottom_px + pen_.Px(1.5f * kLineHeight + 1), TextAlign::kRight,
                   pen_.Faint(0.7f), titled(spec_.x.title, x_axis_.unit));
  }

  const PlotSpec& spec_;
  const PixelBox area_;
  const PlotPen& pen_;
  PlotFrame frame_;
  ValueAxis x_axis_, y_axis_;
};

}  // namespace

PlotFrame AddPlotAxes(const PlotSpec& spec, const PixelBox& area, const PlotPen& pen) {
  return AxesWriter(spec, area, pen).Write();
}

}  // namespace ringscope
