#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "renderer/plot/plot_parts.h"
#include "renderer/plot/series_index.h"

namespace ringscope {
namespace {

// In units of the content scale.
constexpr float kLineHeight = 19, kInset = 8;
constexpr float kTitlePx = 14.5f;
constexpr float kTickDistance = 44, kGap = 8;
constexpr float kWidestTickName = 120;
constexpr float kSign = 18, kLegendGap = 16, kColorStep = 9;
constexpr size_t kMostAboutRows = 3;
constexpr int kMostLegendRows = 3;

// Divides text into rows that end at spaces; the last of kMostAboutRows has the rest, cut if it is too long.
std::vector<std::string> RowsOf(std::string_view text, float room_px, const PlotPen& pen) {
  std::vector<std::string> rows;
  while (!text.empty()) {
    size_t end = text.size();
    if (rows.size() + 1 < kMostAboutRows) {
      while (pen.WidthOf(text.substr(0, end)) > room_px) {
        const size_t space = text.rfind(' ', end - 1);
        if (space == std::string_view::npos || space == 0) break;
        end = space;
      }
    }
    rows.push_back(pen.Cut(text.substr(0, end), room_px));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return rows;
}

class LegendWriter {
 public:
  LegendWriter(const PixelBox& area, float top_px, const PlotPen& pen)
      : pen_(pen),
        left_px_(area.left_px + pen.Px(kInset)),
        right_px_(area.right_px),
        x_px_(left_px_),
        top_px_(top_px) {}

  // Returns false if no row is left for the name.
  [[nodiscard]] bool AddName(const PlotSeries& series) {
    const float wanted = pen_.Px(kSign) + pen_.WidthOf(series.name);
    if (x_px_ + wanted > right_px_ && !BeginRow()) {
      pen_.AddText(x_px_, Middle(), TextAlign::kLeft, pen_.Faint(0.7f), "...");
      return false;
    }
    AddSign(series);
    x_px_ += pen_.Px(kSign);
    // A name that is too long even for a row of its own is cut.
    const std::string name = pen_.Cut(series.name, right_px_ - x_px_);
    pen_.AddText(x_px_, Middle(), TextAlign::kLeft, pen_.Faint(0.85f), name);
    x_px_ += pen_.WidthOf(name) + pen_.Px(kLegendGap);
    is_row_empty_ = false;
    return true;
  }

  // Adds the colours whole, if need be in a row of their own, or not at all.
  void AddColors(const PlotColorScale& scale) {
    if (scale.colors.empty()) return;
    const float low = pen_.WidthOf(scale.low), high = pen_.WidthOf(scale.high);
    const float width = low + high + pen_.Px(12 + kColorStep * static_cast<float>(scale.colors.size()));
    if (left_px_ + width > right_px_ || (x_px_ + width > right_px_ && !BeginRow())) return;
    pen_.AddText(x_px_, Middle(), TextAlign::kLeft, pen_.Faint(0.85f), scale.low);
    x_px_ += low + pen_.Px(6);
    for (const Color& color : scale.colors) {
      AddDisc(x_px_ + pen_.Px(kColorStep / 2), color, 7);
      x_px_ += pen_.Px(kColorStep);
    }
    pen_.AddText(x_px_ + pen_.Px(6), Middle(), TextAlign::kLeft, pen_.Faint(0.85f), scale.high);
    is_row_empty_ = false;
  }

  [[nodiscard]] float Height() const {
    return pen_.Px(kLineHeight) * static_cast<float>(is_row_empty_ ? row_ : row_ + 1);
  }

 private:
  [[nodiscard]] float Middle() const {
    return top_px_ + pen_.Px(kLineHeight) * (static_cast<float>(row_) + 0.5f);
  }
  // Returns false in the last row. An empty row needs no new one.
  [[nodiscard]] bool BeginRow() {
    if (is_row_empty_) return true;
    if (row_ + 1 == kMostLegendRows) return false;
    ++row_;
    x_px_ = left_px_;
    is_row_empty_ = true;
    return true;
  }
  void AddDisc(float x_px, Color color, float width) const {
    pen_.batch.points.push_back(
        {static_cast<double>(x_px), static_cast<double>(Middle()), color, pen_.Px(width)});
  }
  void AddSign(const PlotSeries& series) const {
    if (IsStroke(series.form)) {
      const auto x = static_cast<double>(x_px_), y = static_cast<double>(Middle());
      pen_.AddStroke(x, y, x + static_cast<double>(pen_.Px(12)), y, series.color, 2);
      return;
    }
    // Points may be told apart by their size, too.
    const bool is_point = series.form == PlotSeries::Form::kPoints;
    AddDisc(x_px_ + pen_.Px(6), series.color, is_point ? std::clamp(series.width + 1, 4.0f, 13.0f) : 8);
  }

  const PlotPen& pen_;
  const float left_px_, right_px_;
  float x_px_, top_px_;
  int row_ = 0;
  bool is_row_empty_ = true;
};

// Returns the legend's height.
float AddLegend(const PlotSpec& spec, const PixelBox& area, float top_px, const PlotPen& pen) {
  LegendWriter writer(area, top_px, pen);
  for (const PlotSeries& series : spec.series) {
    if (!series.name.empty() && !writer.AddName(series)) return writer.Height();
  }
  writer.AddColors(spec.color_scale);
  return writer.Height();
}

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
    if (spec_.names_room == 0) top += AddLegend(spec_, area_, top, pen_);
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

  // The height of the texts below the values.
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

  // Shows all names if they fit, else every second, third and so on.
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
    for (size_t k = 0; k < names.size(); k += every) {
      if (!frame_.Holds(frame_.XPx(static_cast<double>(k)), frame_.top())) continue;
      x_axis_.ticks.push_back({static_cast<double>(k), ShortenName(names[k], room, pen_.Px(PlotPen::kTextPx),
                                                                   pen_.look.measure, CutMark::kEllipsis)});
    }
  }

  void AddGrid() {
    const PixelBox& box = frame_.box;
    const double left = frame_.left(), top = frame_.top(), right = frame_.right(), bottom = frame_.bottom();
    for (const AxisTick& tick : y_axis_.ticks) {
      const double y = frame_.YPx(tick.value);
      pen_.AddGround(left, y, right, y);
      pen_.AddText(box.left_px - pen_.Px(kGap), static_cast<float>(y), TextAlign::kRight, pen_.Faint(0.7f),
                   tick.text);
    }
    for (const AxisTick& tick : x_axis_.ticks) {
      const double x = frame_.XPx(tick.value);
      pen_.AddGround(x, top, x, bottom);
      if (!spec_.x.has_texts) continue;
      // Names are long: keep them in the area.
      const float half = spec_.x.names.empty() ? 0 : pen_.WidthOf(tick.text) / 2;
      const float at =
          half == 0 ? static_cast<float>(x) : std::max(static_cast<float>(x), area_.left_px + half);
      pen_.AddText(at, box.bottom_px + pen_.Px(kLineHeight / 2 + 3), TextAlign::kCenter, pen_.Faint(0.7f),
                   tick.text);
    }
    pen_.AddStroke(left, top, left, bottom, pen_.Faint(0.35f), 1);
    pen_.AddStroke(left, bottom, right, bottom, pen_.Faint(0.35f), 1);
    const auto titled = [](const std::string& title, const std::string& unit) {
      return unit.empty() || title.empty() ? title + unit : title + ", " + unit;
    };
    const float title_left = box.left_px - pen_.Px(kGap);
    pen_.AddText(title_left, box.top_px - pen_.Px(kLineHeight / 2 + 2), TextAlign::kLeft, pen_.Faint(0.7f),
                 pen_.Cut(titled(spec_.y.title, y_axis_.unit), area_.right_px - title_left));
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

float AddPlotHead(const std::string& title, const std::string& about, const PixelBox& area,
                  const PlotLook& look, ShapeBatch& batch, const PlotColorScale& colors) {
  const PlotPen pen(look, batch);
  const float room = area.right_px - area.left_px - pen.Px(2 * kInset);
  float top = area.top_px;
  const auto line = [&](std::string text, float size, Color color) {
    top += pen.Px(kLineHeight);
    pen.AddText(area.left_px + pen.Px(kInset), top - pen.Px(kLineHeight / 2), TextAlign::kLeft, color,
                std::move(text), size);
  };
  // A title is often a function's name, whose own part stands at its end, perhaps followed by " - " and the
  // file, which goes first.
  if (!title.empty()) {
    const bool is_whole = pen.look.measure(title, pen.Px(kTitlePx)) <= room;
    const std::string_view name =
        std::string_view(title).substr(0, is_whole ? title.npos : title.rfind(" - "));
    line(ShortenName(name, room, pen.Px(kTitlePx), pen.look.measure, CutMark::kFilled), kTitlePx,
         pen.palette.text);
  }
  for (std::string& row : RowsOf(about, room, pen)) line(std::move(row), PlotPen::kTextPx, pen.Faint(0.7f));
  LegendWriter legend(area, top, pen);
  legend.AddColors(colors);
  return top + legend.Height() - area.top_px;
}

}  // namespace ringscope
