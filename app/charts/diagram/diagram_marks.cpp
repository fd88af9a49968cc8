#include "app/charts/diagram/diagram_marks.h"

#include <algorithm>
#include <numeric>

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

}  // namespace ringscope
