#include "renderer/plot/plot_axes.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "renderer/plot/plot_legend.h"

namespace ringscope {
namespace {

// In units of the content scale.
constexpr float kLineHeight = 19;
constexpr float kTickDistance = 44, kGap = 8;
constexpr float kWidestTickName = 120;

class AxesWriter {
 public:
  AxesWriter(const PlotSpec& spec, const PixelBox& area, const PlotMargins& margins, const PlotPen& pen)
      : spec_(spec), area_(area), margins_(margins), pen_(pen) {}

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
    if (spec_.names_room == 0) top += AddPlotLegend(spec_, area_, top, pen_);
    box.top_px = std::round(std::max(top + pen_.Px(kLineHeight + 4), area_.top_px + margins_.top_px));
    box.bottom_px = std::round(std::max(box.top_px + 1, area_.bottom_px - FootHeight()));
    const auto rows = static_cast<size_t>((box.bottom_px - box.top_px) / pen_.Px(kTickDistance));
    y_axis_ = AxisWithin(frame_.y, rows + 1, spec_.y.metric, spec_.y.by_share);
    float widest = pen_.Px(20);
    for (const AxisTick& tick : y_axis_.ticks) widest = std::max(widest, pen_.WidthOf(tick.text));
    box.left_px = std::round(area_.left_px + std::max(pen_.Px(2 * kGap) + widest, margins_.left_px));
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

  void AddGrid() {
    const PixelBox& box = frame_.box;
    for (const AxisTick& tick : y_axis_.ticks) {
      const double y = frame_.YPx(tick.value);
      pen_.AddGround(static_cast<double>(box.left_px), y, static_cast<double>(box.right_px), y);
      pen_.AddText(box.left_px - pen_.Px(kGap), static_cast<float>(y), TextAlign::kRight, pen_.Faint(0.7f),
                   tick.text);
    }
    for (const AxisTick& tick : x_axis_.ticks) {
      const double x = frame_.XPx(tick.value);
      pen_.AddGround(x, static_cast<double>(box.top_px), x, static_cast<double>(box.bottom_px));
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
  const PlotMargins& margins_;
  const PlotPen& pen_;
  PlotFrame frame_;
  ValueAxis x_axis_, y_axis_;
};

}  // namespace

PlotFrame AddPlotAxes(const PlotSpec& spec, const PixelBox& area, const PlotMargins& margins,
                      const PlotPen& pen) {
  return AxesWriter(spec, area, margins, pen).Write();
}

}  // namespace ringscope
