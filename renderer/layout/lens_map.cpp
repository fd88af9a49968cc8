#include "renderer/layout/lens_map.h"

#include <algorithm>
#include <cmath>

namespace ringscope {
namespace {

constexpr double kMaxZoom = 1000;
// The enlarged part takes at most this share of each side of the centre.
constexpr double kMaxShare = 0.75;

// Whether a lens can be made of these numbers.
bool IsLens(double center, double zoom, double extent) {
  return std::isfinite(center) && zoom > 1 && extent > 0;
}

}  // namespace

LensMap LensMap::Between(double center, double zoom, double extent) {
  LensMap map;
  if (!IsLens(center, zoom, extent)) return map;
  zoom = std::min(zoom, kMaxZoom);
  map.identity_ = false;
  map.center_ = std::clamp(center, 0.0, 1.0);
  const double before = map.center_, after = 1 - map.center_;
  const double left = std::min(extent, kMaxShare * before), right = std::min(extent, kMaxShare * after);
  map.from_ = {-before, -left / zoom, right / zoom, after};
  map.to_ = {-before, -left, right, after};
  return map;
}

LensMap LensMap::Around(double center, double zoom, double extent) {
  LensMap map;
  if (!IsLens(center, zoom, extent)) return map;
  zoom = std::min(zoom, kMaxZoom);
  extent = std::min(extent, kMaxShare / 2);
  map.identity_ = false;
  map.center_ = center - std::floor(center);
  map.from_ = {-0.5, -extent / zoom, extent / zoom, 0.5};
  map.to_ = {-0.5, -extent, extent, 0.5};
  return map;
}

double LensMap::Apply(const Knots& from, const Knots& to, double place) const {
  if (identity_) return place;
  double offset = place - center_;
  double turn = 0;
  if (offset < from.front()) {
    turn = -1;
  } else if (offset > from.back()) {
    turn = 1;
  }
  offset -= turn;
  const size_t segment = offset < from[1] ? 0 : offset < from[2] ? 1 : 2;
  const double length = from[segment + 1] - from[segment];
  const double share = length > 0 ? (offset - from[segment]) / length : 0;
  return center_ + turn + to[segment] + share * (to[segment + 1] - to[segment]);
}

LensMap TurnsLensOf(const ViewSpec& spec) {
  if (!spec.lens) return {};
  const auto make = spec.form == ChartForm::kRings ? &LensMap::Around : &LensMap::Between;
  return make(spec.lens->center_turns, double{spec.lens->angular_zoom}, double{spec.lens->angular_extent});
}

}  // namespace ringscope
