#include "renderer/shapes/plane.h"

#include <cmath>

namespace ringscope {
namespace {

// The factor by which a scale may change, where it is to change by another one.
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
  const auto is_scale = [](double scale) { return scale >= kLeastScale && scale <= kMostScale; };
  const auto is_side = [](float side_px) { return side_px > 0 && side_px <= kMostViewPx; };
  return std::isfinite(center.x) && std::isfinite(center.y) && is_scale(px_per_x) && is_scale(px_per_y) &&
         is_side(width_px) && is_side(height_px);
}

PlaneBox PlaneCamera::Seen(double margin_px) const {
  const PlanePoint first = PlaneAt(-margin_px, -margin_px);
  const PlanePoint last =
      PlaneAt(static_cast<double>(width_px) + margin_px, static_cast<double>(height_px) + margin_px);
  return {first.x, first.y, last.x, last.y};
}

PlaneCamera Panned(const PlaneCamera& camera, double right_px, double down_px) {
  PlaneCamera moved = camera;
  moved.center.x -= right_px / camera.px_per_x;
  moved.center.y -= down_px / camera.px_per_y;
  return moved;
}

PlaneCamera Zoomed(const PlaneCamera& camera, double x_px, double y_px, double factor_x, double factor_y) {
  const PlanePoint held = camera.PlaneAt(x_px, y_px);
  factor_x = AllowedFactor(camera.px_per_x, factor_x);
  factor_y = AllowedFactor(camera.px_per_y, factor_y);
  PlaneCamera zoomed = camera;
  zoomed.px_per_x *= factor_x;
  zoomed.px_per_y *= factor_y;
  zoomed.center.x = held.x + (camera.center.x - held.x) / factor_x;
  zoomed.center.y = held.y + (camera.center.y - held.y) / factor_y;
  return zoomed;
}

PlaneCamera CameraToFit(const PlaneBox& box, float width_px, float height_px, float margin_px,
                        bool same_scale) {
  PlaneCamera camera{.width_px = width_px, .height_px = height_px};
  const double width = box.right - box.left, height = box.bottom - box.top;
  if (box.empty() || !std::isfinite(width) || !std::isfinite(height)) return camera;
  camera.center = {box.left + width / 2, box.top + height / 2};
  const auto scale = [&](float view_px, double length) {
    const double room_px = std::max(1.0, static_cast<double>(view_px - 2 * margin_px));
    return std::clamp(length > 0 ? room_px / length : kMostScale, kLeastScale, kMostScale);
  };
  camera.px_per_x = width > 0 ? scale(width_px, width) : scale(height_px, height);
  camera.px_per_y = height > 0 ? scale(height_px, height) : camera.px_per_x;
  if (!(width > 0) && !(height > 0)) camera.px_per_x = camera.px_per_y = 1;
  if (same_scale) camera.px_per_x = camera.px_per_y = std::min(camera.px_per_x, camera.px_per_y);
  return camera;
}

}  // namespace ringscope
