#include "renderer/shapes/plane.h"

#include <cmath>

namespace ringscope {
namespace {

// The factor nearest to `factor` by which a scale may change.
double AllowedFactor(double scale, double factor) {
  if (!(factor > 0) || !std::isfinite(factor)) return 1;
  return std::clamp(scale * factor, kLeastScale, kMostScale) / scale;
}

}  // namespace

void PlaneBox::Add(const PlaneBox& other) {
  if (other.empty()) return;
  left = std::min(left, other.left);
  top = std::min(top, other.top);
  right = std::max(right, other.right);
  bottom = std::max(bottom, other.bottom);
}

bool PlaneCamera::is_sound() const {
  const bool is_scale = px_per_unit >= kLeastScale && px_per_unit <= kMostScale;
  const auto is_side = [](float side_px) { return side_px > 0 && side_px <= kMostViewPx; };
  return std::isfinite(center.x) && std::isfinite(center.y) && is_scale && is_side(width_px) &&
         is_side(height_px);
}

PlaneBox PlaneCamera::Seen(double margin_px) const {
  const PlanePoint first = PlaneAt(-margin_px, -margin_px);
  const PlanePoint last =
      PlaneAt(static_cast<double>(width_px) + margin_px, static_cast<double>(height_px) + margin_px);
  return {first.x, first.y, last.x, last.y};
}

PlaneCamera Panned(const PlaneCamera& camera, double right_px, double down_px) {
  PlaneCamera moved = camera;
  moved.center.x -= right_px / camera.px_per_unit;
  moved.center.y -= down_px / camera.px_per_unit;
  return moved;
}

PlaneCamera Zoomed(const PlaneCamera& camera, double x_px, double y_px, double factor) {
  const PlanePoint held = camera.PlaneAt(x_px, y_px);
  factor = AllowedFactor(camera.px_per_unit, factor);
  PlaneCamera zoomed = camera;
  zoomed.px_per_unit *= factor;
  zoomed.center.x = held.x + (camera.center.x - held.x) / factor;
  zoomed.center.y = held.y + (camera.center.y - held.y) / factor;
  return zoomed;
}

PlaneCamera CameraToFit(const PlaneBox& box, float width_px, float height_px, float margin_px) {
  PlaneCamera camera{.width_px = width_px, .height_px = height_px};
  const double width = box.right - box.left, height = box.bottom - box.top;
  if (box.empty() || !std::isfinite(width) || !std::isfinite(height)) return camera;
  camera.center = {box.left + width / 2, box.top + height / 2};
  const auto scale = [&](float view_px, double length) {
    const double room_px = std::max(1.0, static_cast<double>(view_px - 2 * margin_px));
    return std::clamp(length > 0 ? room_px / length : kMostScale, kLeastScale, kMostScale);
  };
  if (width > 0 || height > 0)
    camera.px_per_unit = std::min(scale(width_px, width), scale(height_px, height));
  return camera;
}

}  // namespace ringscope
