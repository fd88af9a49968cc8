#include "app/charts/plot_pointer.h"

#include <cmath>

#include "app/widgets/ui.h"

namespace ringscope {
namespace {

constexpr float kLeastDrag = 3;  // a shorter way of the pointer is a click

// The part of an axis between two shares of what is seen.
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

bool TakePlotPointer(const PlotFrame& frame, size_t number, float x_px, float y_px, const Ui& ui,
                     SeenPlots& seen) {
  const ImGuiIO& io = ImGui::GetIO();
  if (ImGui::IsItemActivated()) {
    seen.pressed = number;
    seen.from_x_px = x_px;
    seen.from_y_px = y_px;
    seen.is_drag = false;
  }
  const bool is_held = ImGui::IsItemActive() && seen.pressed == number;
  if (is_held && std::hypot(x_px - seen.from_x_px, y_px - seen.from_y_px) >= ui.Px(kLeastDrag))
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
