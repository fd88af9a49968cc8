#include "app/charts/plot_pointer.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/ui.h"

namespace ringscope {
namespace {

constexpr float kLeastZoomDrag = 3;  // a shorter way of the pointer is a click

// The size of an overview in units of the content scale, and the smallest plane that has one.
constexpr float kOverviewWidth = 120, kOverviewHeight = 64, kOverviewInset = 8;
constexpr float kLeastPlaneWidth = 300, kLeastPlaneHeight = 150;
constexpr size_t kMostOverviewValues = 300;  // of a series

// The part of an axis between two shares of its visible range.
AxisPart Between(const AxisRange& range, double from, double to) {
  return {range.ValueAt(from), range.ValueAt(to)};
}

void Show(const PlotPart& part, size_t number, SeenPlots& seen) {
  seen.x = part.x;
  if (seen.y.size() <= number) seen.y.resize(number + 1);
  seen.y[number] = part.y;
  ++seen.changes;
}

}  // namespace

PlotPart MovedBy(const PlotFrame& frame, float right_px, float down_px) {
  const double right = static_cast<double>(right_px) / (frame.right() - frame.left());
  const double down = static_cast<double>(down_px) / (frame.bottom() - frame.top());
  return {Between(frame.x, -right, 1 - right), Between(frame.y, down, 1 + down)};
}

PlotPart ZoomedAt(const PlotFrame& frame, float x_px, float y_px, double factor) {
  const double x = (static_cast<double>(x_px) - frame.left()) / (frame.right() - frame.left());
  const double y = (frame.bottom() - static_cast<double>(y_px)) / (frame.bottom() - frame.top());
  return {Between(frame.x, x - x * factor, x + (1 - x) * factor),
          Between(frame.y, y - y * factor, y + (1 - y) * factor)};
}

std::optional<PlotPart> PlotOverviews::Draw(const PlotSpec& plot, const PlotFrame& seen, bool is_whole,
                                            size_t number, float left_px, float top_px, const Ui& ui) {
  has_pointer_ = false;
  if (whole_.size() <= number) whole_.resize(number + 1);
  PlotFrame& whole = whole_[number];
  if (is_whole) whole = seen;
  const PixelBox& plane = seen.box;
  if (is_whole || whole.box.right_px <= whole.box.left_px ||
      plane.right_px - plane.left_px < ui.Px(kLeastPlaneWidth) ||
      plane.bottom_px - plane.top_px < ui.Px(kLeastPlaneHeight)) {
    pressed_.reset();
    return std::nullopt;
  }
  const ImVec2 size{ui.Px(kOverviewWidth), ui.Px(kOverviewHeight)};
  const ImVec2 max{left_px + plane.right_px - ui.Px(kOverviewInset),
                   top_px + plane.top_px + ui.Px(kOverviewInset) + size.y};
  const ImVec2 min{max.x - size.x, max.y - size.y};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(min, max, ui.colors().panel, ui.Px(3));
  list.PushClipRect(min, max, true);
  const auto place = [&](double x_share, double y_share) {
    return ImVec2{min.x + static_cast<float>(std::clamp(x_share, -1.0, 2.0)) * size.x,
                  max.y - static_cast<float>(std::clamp(y_share, -1.0, 2.0)) * size.y};
  };
  for (const PlotSeries& series : plot.series) {
    const size_t step = std::max<size_t>(series.x.size() / kMostOverviewValues, 1);
    for (size_t i = 0; i < series.x.size(); i += step) {
      const double x = whole.x.ShareOf(series.x[i]), y = whole.y.ShareOf(series.y[i]);
      if (!std::isfinite(x) || !std::isfinite(y)) continue;
      const ImVec2 at = place(x, y);
      const Color color = i < series.colors.size() ? series.colors[i] : series.color;
      list.AddRectFilled({at.x - 1, at.y - 1}, {at.x + 1, at.y + 1},
                         IM_COL32(color.r, color.g, color.b, 255));
    }
  }
  const ImVec2 from = place(whole.x.ShareOf(seen.x.low), whole.y.ShareOf(seen.y.high));
  const ImVec2 to = place(whole.x.ShareOf(seen.x.high), whole.y.ShareOf(seen.y.low));
  list.AddRect(from, to, ui.colors().accent, 0, 0, ui.Px(1.5f));
  list.PopClipRect();
  list.AddRect(min, max, ui.colors().line, ui.Px(3));
  const ImVec2 pointer = ImGui::GetIO().MousePos;
  has_pointer_ = ImGui::IsItemHovered() && pointer.x >= min.x && pointer.x < max.x && pointer.y >= min.y &&
                 pointer.y < max.y;
  if (has_pointer_ && ImGui::IsItemActivated()) pressed_ = number;
  if (pressed_ != number) return std::nullopt;
  has_pointer_ = true;
  if (!ImGui::IsItemActive()) {
    pressed_.reset();
    return std::nullopt;
  }
  // The pressed point becomes the middle.
  const double x = static_cast<double>((pointer.x - min.x) / size.x);
  const double y = static_cast<double>((max.y - pointer.y) / size.y);
  const double half_x = (whole.x.ShareOf(seen.x.high) - whole.x.ShareOf(seen.x.low)) / 2;
  const double half_y = (whole.y.ShareOf(seen.y.high) - whole.y.ShareOf(seen.y.low)) / 2;
  return PlotPart{Between(whole.x, x - half_x, x + half_x), Between(whole.y, y - half_y, y + half_y)};
}

bool TakePlotPointer(const PlotSpec& plot, const PlotFrame& frame, size_t number, float x_px, float y_px,
                     const Ui& ui, SeenPlots& seen) {
  const ImGuiIO& io = ImGui::GetIO();
  if (const auto part =
          seen.overviews.Draw(plot, frame, !seen.x, number, io.MousePos.x - x_px, io.MousePos.y - y_px, ui))
    Show(*part, number, seen);
  if (seen.overviews.has_pointer()) return true;
  if (ImGui::IsItemActivated()) {
    seen.pressed = number;
    seen.from_x_px = x_px;
    seen.from_y_px = y_px;
    seen.is_drag = false;
  }
  const bool is_held = ImGui::IsItemActive() && seen.pressed == number;
  if (is_held && std::hypot(x_px - seen.from_x_px, y_px - seen.from_y_px) >= ui.Px(kLeastZoomDrag))
    seen.is_drag = true;
  if (is_held && seen.is_drag && (io.MouseDelta.x != 0 || io.MouseDelta.y != 0))
    Show(MovedBy(frame, io.MouseDelta.x, io.MouseDelta.y), number, seen);
  if (ImGui::IsItemHovered() && io.MouseWheel != 0) {
    const double factor = std::pow(0.85, static_cast<double>(io.MouseWheel)), share = seen.share * factor;
    if (share > 0.999) {
      seen.Reset();
    } else {
      Show(ZoomedAt(frame, x_px, y_px, factor), number, seen);
      seen.share = share;
    }
  }
  return seen.is_drag && (ImGui::IsItemActive() || ImGui::IsItemDeactivated());
}

}  // namespace ringscope
