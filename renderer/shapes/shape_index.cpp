#include "renderer/shapes/shape_index.h"

#include <algorithm>
#include <cmath>

namespace ringscope {
namespace {

// Products of places up to here and scales stay finite.
constexpr double kFarthestShape = 1e150;
// No character is wider than this, in font sizes.
constexpr float kMostAdvance = 2;

bool IsFar(double place) { return !(std::abs(place) <= kFarthestShape); }

PlaneBox BoxOf(const ShapeRect& rect) { return {rect.x, rect.y, rect.x + rect.width, rect.y + rect.height}; }

PlaneBox BoxOf(const ShapeLine& line) {
  if (IsFar(line.x) || IsFar(line.y) || IsFar(line.end_x) || IsFar(line.end_y)) return {};
  return {std::min(line.x, line.end_x), std::min(line.y, line.end_y), std::max(line.x, line.end_x),
          std::max(line.y, line.end_y)};
}

PlaneBox BoxOf(const ShapePoint& point) {
  if (IsFar(point.x) || IsFar(point.y)) return {};
  return {point.x, point.y, point.x, point.y};
}

PlaneBox BoxOf(const ShapeText& text) { return {text.x, text.y, text.x + text.width, text.y + text.height}; }

float ReachPx(const ShapeLine& line) { return ShapePx(line.width_px) / 2; }
float ReachPx(const ShapePoint& point) { return ShapePx(point.width_px) / 2; }
float ReachPx(const ShapeText& text) {
  if (HasBox(text) || !(text.size_px > 0)) return 0;
  const float size_px = std::min(text.size_px, kMostTextPx);
  const float reach = std::abs(text.shift_x_px) + std::abs(text.shift_y_px) +
                      size_px * (1 + kMostAdvance * static_cast<float>(text.text.size()));
  return std::isfinite(reach) ? reach : 0;
}

template <typename Shape>
BoxIndex IndexOf(const std::vector<Shape>& shapes) {
  std::vector<PlaneBox> boxes;
  boxes.reserve(shapes.size());
  for (const Shape& shape : shapes) boxes.push_back(BoxOf(shape));
  return BoxIndex(boxes);
}

template <typename Shape>
float LongestReachPx(const std::vector<Shape>& shapes) {
  float longest = 0;
  for (const Shape& shape : shapes) longest = std::max(longest, ReachPx(shape));
  return longest;
}

}  // namespace

bool HasBox(const ShapeText& text) { return text.width != 0 || text.height != 0; }

ShapeIndex::ShapeIndex(const ShapeBatch& batch)
    : rects(IndexOf(batch.rects)),
      lines(IndexOf(batch.lines)),
      points(IndexOf(batch.points)),
      texts(IndexOf(batch.texts)),
      line_reach_px(LongestReachPx(batch.lines)),
      point_reach_px(LongestReachPx(batch.points)),
      text_reach_px(LongestReachPx(batch.texts)),
      has_free_texts(!std::all_of(batch.texts.begin(), batch.texts.end(), HasBox)) {}

PlaneBox ShapeIndex::bounds() const {
  PlaneBox all;
  for (const BoxIndex* index : {&rects, &lines, &points, &texts}) all.Add(index->bounds());
  return all;
}

}  // namespace ringscope
