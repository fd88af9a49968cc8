#include "renderer/plot/plot_parts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>

#include "renderer/plot/pixel_scale.h"
#include "renderer/plot/series_index.h"

namespace ringscope {
namespace {

// The colours of the steps of one colour, made once for consecutive cells of that colour.
class StepColors {
 public:
  explicit StepColors(Color background) : background_(background) {}
  Color At(Color color, uint32_t step) {
    if (!is_made_ || !(color == color_)) Make(color);
    return steps_[step];
  }

 private:
  void Make(Color color) {
    color_ = color;
    is_made_ = true;
    for (uint32_t step = 0; step <= kDensitySteps; ++step) {
      const float share = static_cast<float>(step) / static_cast<float>(kDensitySteps);
      steps_[step] = MixColors(background_, color, 0.34f + 0.66f * share);
    }
  }

  Color background_, color_;
  bool is_made_ = false;
  std::array<Color, kDensitySteps + 1> steps_{};
};

// The side of a square, in pixels.
float CellOf(const PixelBox& box, float least_px) {
  constexpr double kMostAcross = 16384;
  const double width = std::max(static_cast<double>(box.right_px - box.left_px), 1.0),
               height = std::max(static_cast<double>(box.bottom_px - box.top_px), 1.0);
  const double needed =
      std::max(std::sqrt(width * height / kMostDensityCells), std::max(width, height) / kMostAcross);
  return needed > static_cast<double>(least_px) ? static_cast<float>(std::ceil(needed)) : least_px;
}

}  // namespace

DensityGrid CountSpots(const LaidSpots& spots, const PlotFrame& frame, float least_cell_px,
                       std::vector<DensityCell>& cells) {
  const PixelBox& box = frame.box;
  const float cell_px = CellOf(box, least_cell_px);
  const auto count_of = [cell_px](float from_px, float to_px) {
    // The addition keeps rounding from losing a square of a whole number of them.
    return static_cast<uint32_t>(std::max(std::floor((to_px - from_px) / cell_px + 1e-3f), 1.0f));
  };
  DensityGrid grid{count_of(box.left_px, box.right_px), count_of(box.top_px, box.bottom_px), cell_px};
  cells.assign(size_t{grid.columns} * grid.rows, {});
  const Sight sight(box);
  const PixelScale x_px = XScaleOf(frame), y_px = YScaleOf(frame);
  const SeriesIndex& index = *spots.index;
  const double* const xs = index.x().data();
  const double* const ys = index.y().data();
  const auto left = static_cast<double>(box.left_px), top = static_cast<double>(box.top_px);
  const double cells_a_px = 1 / static_cast<double>(cell_px);
  const auto last_column = static_cast<int32_t>(grid.columns - 1),
             last_row = static_cast<int32_t>(grid.rows - 1);
  DensityCell* const first = cells.data();
  const size_t columns = grid.columns;
  const auto count_all = [&](const auto& note_last) {
    size_t seen = 0;
    for (size_t k = spots.begin; k < spots.end; ++k) {
      const double y = y_px.AtPlace(ys[k]);
      if (!sight.HoldsY(y)) continue;
      const double x = x_px.AtPlace(xs[k]);
      const int32_t column = std::clamp(static_cast<int32_t>((x - left) * cells_a_px), 0, last_column);
      const int32_t row = std::clamp(static_cast<int32_t>((y - top) * cells_a_px), 0, last_row);
      DensityCell& cell = first[static_cast<size_t>(row) * columns + static_cast<size_t>(column)];
      ++cell.count;
      note_last(cell, k);
      ++seen;
    }
    return seen;
  };
  grid.spots = index.is_in_order()
                   ? count_all([](DensityCell& cell, size_t k) { cell.last = static_cast<uint32_t>(k); })
                   : count_all([&index](DensityCell& cell, size_t k) {
                       cell.last = std::max(cell.last, index.PointOf(k));
                     });
  for (const DensityCell& cell : cells) grid.most = std::max(grid.most, cell.count);
  return grid;
}

void AddDensity(const DensityGrid& grid, const std::vector<DensityCell>& cells, const PlotSeries& series,
                const PixelBox& box, Color background, ShapeBatch& batch) {
  // Counts up to this are looked up: few places hold more.
  constexpr uint32_t kTabled = 4096;
  const float steps_a_log = static_cast<float>(kDensitySteps) / std::log1p(static_cast<float>(grid.most));
  const auto step_of = [steps_a_log](uint32_t count) {
    const float step = std::ceil(steps_a_log * std::log1p(static_cast<float>(count)) - 1e-4f);
    return std::min(static_cast<uint32_t>(step), kDensitySteps);
  };
  std::vector<uint32_t> steps;
  for (uint32_t count = 0; count <= std::min(grid.most, kTabled); ++count) steps.push_back(step_of(count));
  StepColors colors(background);
  std::vector<Color> drawn(cells.size(), Color{0, 0, 0, 0});
  for (size_t k = 0; k < cells.size(); ++k) {
    const DensityCell& cell = cells[k];
    if (cell.count == 0) continue;
    drawn[k] = colors.At(ColorOf(series, cell.last),
                         cell.count <= kTabled ? steps[cell.count] : step_of(cell.count));
  }
  const auto cell_px = static_cast<double>(grid.cell_px);
  // A frame may be narrower than a square.
  const double width = std::clamp(static_cast<double>(box.right_px - box.left_px), 0.0, cell_px),
               height = std::clamp(static_cast<double>(box.bottom_px - box.top_px), 0.0, cell_px);
  batch.rasters.push_back({.x = static_cast<double>(box.left_px),
                           .y = static_cast<double>(box.top_px),
                           .cell_width = width,
                           .cell_height = height,
                           .columns = grid.columns,
                           .rows = grid.rows,
                           .cells = std::make_shared<const std::vector<Color>>(std::move(drawn)),
                           .rects_below = batch.rects.size()});
}

}  // namespace ringscope
