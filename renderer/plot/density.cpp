#include "renderer/plot/density.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace ringscope {

void AddDensity(std::span<const PlotSpot> spots, const PlotSeries& series, const PixelBox& box, float cell_px,
                Color background, std::vector<DensityCell>& cells, ShapeBatch& batch) {
  const auto count_of = [cell_px](float from_px, float to_px) {
    return static_cast<uint32_t>(std::clamp((to_px - from_px) / cell_px, 0.0f, 16384.0f)) + 1;
  };
  const uint32_t width = count_of(box.left_px, box.right_px), height = count_of(box.top_px, box.bottom_px);
  cells.assign(size_t{width} * height, {});
  const float cells_a_px = 1 / cell_px;
  uint32_t most = 1;
  for (const PlotSpot& spot : spots) {
    const uint32_t x =
        std::min(static_cast<uint32_t>(std::max(spot.x_px - box.left_px, 0.0f) * cells_a_px), width - 1);
    const uint32_t y =
        std::min(static_cast<uint32_t>(std::max(spot.y_px - box.top_px, 0.0f) * cells_a_px), height - 1);
    DensityCell& cell = cells[size_t{y} * width + x];
    most = std::max(most, ++cell.count);
    cell.last = spot.point;
  }
  // Few places hold thousands.
  constexpr uint32_t kTabled = 4096;
  const float steps_a_log = static_cast<float>(kDensitySteps) / std::log1p(static_cast<float>(most));
  const auto strength_of = [steps_a_log](uint32_t count) {
    const float step = std::ceil(steps_a_log * std::log1p(static_cast<float>(count)) - 1e-4f);
    return 0.34f + 0.66f * step / static_cast<float>(kDensitySteps);
  };
  std::vector<float> strengths;
  for (uint32_t count = 0; count <= std::min(most, kTabled); ++count) strengths.push_back(strength_of(count));
  const auto color_of = [&](const DensityCell& cell) {
    const Color color = series.colors.empty() ? series.color : series.colors[cell.last];
    return MixColors(background, color,
                     cell.count <= kTabled ? strengths[cell.count] : strength_of(cell.count));
  };
  for (uint32_t y = 0; y < height; ++y) {
    const DensityCell* const row = cells.data() + size_t{y} * width;
    for (uint32_t x = 0; x < width;) {
      if (row[x].count == 0) {
        ++x;
        continue;
      }
      const Color color = color_of(row[x]);
      uint32_t end = x + 1;
      while (end < width && row[end].count > 0 && color_of(row[end]) == color) ++end;
      batch.rects.push_back({.x = static_cast<double>(box.left_px + static_cast<float>(x) * cell_px),
                             .y = static_cast<double>(box.top_px + static_cast<float>(y) * cell_px),
                             .width = static_cast<double>(static_cast<float>(end - x) * cell_px),
                             .height = static_cast<double>(cell_px),
                             .fill = color});
      x = end;
    }
  }
}

}  // namespace ringscope
