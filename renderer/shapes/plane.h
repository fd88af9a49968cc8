#pragma once

#include <algorithm>
#include <limits>

namespace ringscope {

// The plane that diagrams and plots lie on has no end and no unit: x grows to the right, y downwards. Users
// of the plane convert scales that are not linear or that grow upwards.
struct PlanePoint {
  double x = 0, y = 0;
  friend bool operator==(const PlanePoint&, const PlanePoint&) = default;
};

// An upright box, its edges included. It may reach to infinity.
struct PlaneBox {
  double left = std::numeric_limits<double>::infinity(), top = left, right = -left, bottom = -left;

  // Whether the box holds nothing: an edge is NaN, or lies on the wrong side of the opposite one.
  [[nodiscard]] bool empty() const { return !(left <= right && top <= bottom); }
  [[nodiscard]] bool Touches(const PlaneBox& o) const {
    return left <= o.right && o.left <= right && top <= o.bottom && o.top <= bottom;
  }
  [[nodiscard]] bool Holds(const PlaneBox& o) const {
    return left <= o.left && o.right <= right && top <= o.top && o.bottom <= bottom;
  }
  // Grows to hold the other box too.
  void Add(const PlaneBox& other);
  friend bool operator==(const PlaneBox&, const PlaneBox&) = default;
};

// The part of a line that lies in a box, as shares of its way (Liang and Barsky's method). begin > end: no
// part.
struct LinePart {
  double begin = 0, end = 1;

  // Cuts the part to [least, most] in one direction, in which the line goes from `from` to `to`.
  void Cut(double from, double to, double least, double most) {
    const double length = to - from;
    if (length == 0) {
      if (from < least || from > most) end = -1;
      return;
    }
    const double first = (least - from) / length, second = (most - from) / length;
    begin = std::max(begin, std::min(first, second));
    end = std::min(end, std::max(first, second));
  }
};

// Larger views, and scales beyond these, show nothing.
inline constexpr float kMostViewPx = 16384;
inline constexpr double kLeastScale = 1e-15, kMostScale = 1e15;

// The part of the plane that a view shows. Places in the view are in pixels from its upper left corner.
struct PlaneCamera {
  PlanePoint center;       // the place in the middle of the view
  double px_per_unit = 1;  // the scale
  float width_px = 1440, height_px = 900;

  // Whether the camera shows anything: its middle is finite, its sides and its scale are within their limits.
  [[nodiscard]] bool is_sound() const;
  [[nodiscard]] double ViewX(double x) const { return (x - center.x) * px_per_unit + MiddleX(); }
  [[nodiscard]] double ViewY(double y) const { return (y - center.y) * px_per_unit + MiddleY(); }
  [[nodiscard]] PlanePoint PlaneAt(double x_px, double y_px) const {
    return {(x_px - MiddleX()) / px_per_unit + center.x, (y_px - MiddleY()) / px_per_unit + center.y};
  }
  // The box that is seen, with `margin_px` around it.
  [[nodiscard]] PlaneBox Seen(double margin_px = 0) const;
  friend bool operator==(const PlaneCamera&, const PlaneCamera&) = default;

 private:
  [[nodiscard]] double MiddleX() const { return static_cast<double>(width_px) / 2; }
  [[nodiscard]] double MiddleY() const { return static_cast<double>(height_px) / 2; }
};

// The camera after the pointer has moved the plane by so many pixels.
[[nodiscard]] PlaneCamera Panned(const PlaneCamera& camera, double right_px, double down_px);
// The camera enlarged by a factor, about a place in the view, which stays in place. The scale is clamped to
// [kLeastScale, kMostScale]; a factor that is not positive changes nothing.
[[nodiscard]] PlaneCamera Zoomed(const PlaneCamera& camera, double x_px, double y_px, double factor);
// The camera that shows all of a finite box as large as a margin allows, in the middle of the view. For an
// empty or infinite box: the scale 1 about the plane's origin.
[[nodiscard]] PlaneCamera CameraToFit(const PlaneBox& box, float width_px, float height_px, float margin_px);

}  // namespace ringscope
