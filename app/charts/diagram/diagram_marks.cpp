#include "app/charts/diagram/diagram_marks.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace ringscope {
namespace {

constexpr float kMarkPx = 2.5f, kSelectedPx = 5, kSelectedEdgePx = 1.5f, kLitEdgePx = 1.6f;

}  // namespace

EdgesOfBoxes::EdgesOfBoxes(const Diagram& diagram) {
  const auto each = [&](auto take) {
    for (uint32_t k = 0; k < diagram.edges.size(); ++k) {
      const DiagramEdge& edge = diagram.edges[k];
      if (edge.from >= diagram.boxes.size() || edge.to >= diagram.boxes.size()) continue;
      take(edge.from, k);
      if (edge.to != edge.from) take(edge.to, k);
    }
  };
  first_.assign(diagram.boxes.size() + 1, 0);
  each([&](uint32_t box, uint32_t) { ++first_[box + 1]; });
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
  edges_.resize(first_.back());
  std::vector<uint32_t> filled(first_.begin(), first_.end() - 1);
  each([&](uint32_t box, uint32_t edge) { edges_[filled[box]++] = edge; });
}

std::span<const uint32_t> EdgesOfBoxes::Of(uint32_t box) const {
  if (size_t{box} + 1 >= first_.size()) return {};
  return std::span(edges_).subspan(first_[box], first_[box + 1] - first_[box]);
}

ShapeBatch ShapesOfMarks(const Diagram& diagram, const ShapeBatch& drawn, const EdgesOfBoxes& edges,
                         const MarkedBoxes& boxes, Theme theme, float scale, bool has_gaps) {
  const ChartPalette& palette = PaletteOf(theme);
  ShapeBatch batch;
  if (boxes.edges_of) {
    for (const uint32_t k : edges.Of(*boxes.edges_of)) {
      DiagramEdge edge = diagram.edges[k];
      edge.color = palette.highlight;
      edge.width_px = std::max(edge.width_px, kLitEdgePx * scale);
      AddEdgeShapes(diagram, edge, batch, has_gaps);
    }
  }
  batch.lines_below = true;
  const auto frame = [&](uint32_t box, Color color, float width = kMarkPx) {
    if (box >= drawn.rects.size()) return;
    ShapeRect rect = drawn.rects[box];
    rect.fill.a = 0;
    rect.border = color;
    rect.border_px = width * scale;
    batch.rects.push_back(rect);
  };
  for (const uint32_t box : boxes.selected) {
    frame(box, boxes.selection, kSelectedPx);
    frame(box, palette.text, kSelectedEdgePx);
  }
  for (const uint32_t box : boxes.lit) frame(box, palette.highlight);
  for (const uint32_t box : boxes.pointed) frame(box, palette.text);
  return batch;
}

std::optional<Overview> OverviewOf(const ShapeIndex& drawn, const PlaneCamera& view, float scale) {
  constexpr float kWidestPx = 220, kHighestPx = 150, kLeastPx = 24, kFromEdgePx = 12, kInsidePx = 5;
  constexpr float kMostOfView = 0.3f;
  const PlaneBox all = drawn.rects.bounds();
  // Half a pixel beyond the edge counts as visible.
  if (all.empty() || !view.is_sound() || view.Seen(0.5).Holds(all)) return std::nullopt;
  const float width_px = std::min(kWidestPx * scale, kMostOfView * view.width_px);
  const float height_px = std::min(kHighestPx * scale, kMostOfView * view.height_px);
  Overview overview{CameraToFit(all, width_px, height_px, kInsidePx * scale)};
  // The overview fits its boxes.
  const auto side = [&](double units, double px_per_unit, float most) {
    const float px = static_cast<float>(units * px_per_unit) + 2 * kInsidePx * scale;
    return std::floor(std::clamp(px, std::min(kLeastPx * scale, most), most));
  };
  overview.camera.width_px = side(all.right - all.left, overview.camera.px_per_unit, width_px);
  overview.camera.height_px = side(all.bottom - all.top, overview.camera.px_per_unit, height_px);
  if (!overview.camera.is_sound() || std::min(width_px, height_px) < kLeastPx * scale) return std::nullopt;
  overview.left_px = std::floor(view.width_px - overview.camera.width_px - kFromEdgePx * scale);
  overview.top_px = std::floor(view.height_px - overview.camera.height_px - kFromEdgePx * scale);
  return overview;
}

void AddOverview(const ShapeBatch& drawn, const ShapeIndex& index, const Overview& overview,
                 const PlaneCamera& view, Theme theme, float scale, PlacedShapes& placed) {
  const ChartPalette& palette = PaletteOf(theme);
  const auto left = static_cast<float>(overview.left_px), top = static_cast<float>(overview.top_px);
  const float width = overview.camera.width_px, height = overview.camera.height_px;
  PlacedShapes boxes;
  PlaceShapes(drawn, index, overview.camera, boxes);
  placed.rects.push_back({left, top, width, height, scale, palette.background,
                          MixColors(palette.background, palette.text, 0.4f)});
  for (PlacedRect rect : boxes.rects) {
    rect.left_px += left;
    rect.top_px += top;
    rect.border_px = std::min(rect.border_px, 1.0f);
    placed.rects.push_back(rect);
  }
  // The frame is large enough to be seen, and lies inside the overview.
  const PlaneBox seen = view.Seen();
  const auto side = [&](double low, double high, float most) {
    constexpr double kLeastPx = 6;
    const double middle = (low + high) / 2, half = std::max(high - low, kLeastPx) / 2;
    return std::pair(static_cast<float>(std::clamp(middle - half, 0.0, most - kLeastPx)),
                     static_cast<float>(std::clamp(middle + half, kLeastPx, static_cast<double>(most))));
  };
  const auto [from_x, to_x] =
      side(overview.camera.ViewX(seen.left), overview.camera.ViewX(seen.right), width);
  const auto [from_y, to_y] =
      side(overview.camera.ViewY(seen.top), overview.camera.ViewY(seen.bottom), height);
  PlacedRect frame{left + from_x, top + from_y, to_x - from_x,    to_y - from_y,
                   2 * scale,     {},           palette.highlight};
  frame.fill = palette.highlight;
  frame.fill.a = 40;
  placed.rects.push_back(frame);
}

}  // namespace ringscope
