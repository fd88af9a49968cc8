#include "renderer/plot/density.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace ringscope {

void AddDensity(std::span<const PlotSpot> spots, const PlotSeries& series, const PixelBox& box, float cell_px,
                Color background, ShapeBatch& batch) {
  const auto cells = [cell_px](float from_px, float to_px) {
    return static_cast<size_t>(std::clamp((to_px - from_px) / cell_px, 0.0f, 16384.0f)) + 1;
  };
  const size_t width = cells(box.left_px, box.right_px), height = cells(box.top_px, box.bottom_px);
  struct Cell {
    uint32_t count = 0, last = 0;
  };
  std::vector<Cell> grid(width * height);
  uint32_t most = 1;
  for (const PlotSpot& spot : spots) {
    const size_t x =
        std::min(static_cast<size_t>(std::max(spot.x_px - box.left_px, 0.0f) / cell_px), width - 1);
    const size_t y =
        std::min(static_cast<size_t>(std::max(spot.y_px - box.top_px, 0.0f) / cell_px), height - 1);
    Cell& cell = grid[y * width + x];
    most = std::max(most, ++cell.count);
    cell.last = spot.point;
  }
  const float whole = std::log1p(static_cast<float>(most));
  for (size_t k = 0; k < grid.size(); ++k) {
    const Cell& cell = grid[k];
    if (cell.count == 0) continue;
    const Color color = series.colors.empty() ? series.color : series.colors[cell.last];
    const float strength = 0.34f + 0.66f * std::log1p(static_cast<float>(cell.count)) / whole;
    batch.rects.push_back({.x = static_cast<double>(box.left_px + static_cast<float>(k % width) * cell_px),
                           .y = static_cast<double>(box.top_px + static_cast<float>(k / width) * cell_px),
                           .width = static_cast<double>(cell_px),
                           .height = static_cast<double>(cell_px),
                           .fill = MixColors(background, color, strength)});
  }
}

}  // namespace ringscope
