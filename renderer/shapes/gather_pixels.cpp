#include "renderer/shapes/gather_pixels.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

namespace ringscope {
namespace {

// Pixels of a view, both corners included.
struct PixelBox {
  int32_t left = INT32_MAX, top = INT32_MAX, right = INT32_MIN, bottom = INT32_MIN;
  void Add(const PixelBox& other) {
    left = std::min(left, other.left);
    top = std::min(top, other.top);
    right = std::max(right, other.right);
    bottom = std::max(bottom, other.bottom);
  }
};

// The pixel of a rectangle that PlaceShapes() has placed as one pixel.
std::optional<PixelBox> PixelOf(const PlacedRect& rect) {
  if (rect.width_px != 1 || rect.height_px != 1 || rect.border_px != 0 || rect.fill.a != 255 ||
      rect.hatch.a != 0 || rect.left_px != std::floor(rect.left_px) || rect.top_px != std::floor(rect.top_px))
    return std::nullopt;
  const auto x = static_cast<int32_t>(rect.left_px), y = static_cast<int32_t>(rect.top_px);
  return PixelBox{x, y, x, y};
}

// The pixels in view of a line of whole pixels, perhaps none; std::nullopt for other lines.
std::optional<PixelBox> PixelsOf(const PlacedStroke& line, const PlacedShapes& placed) {
  if (line.color.a != 255 || line.width_px != 1 || (line.x_px != line.end_x_px && line.y_px != line.end_y_px))
    return std::nullopt;
  const auto pixel = [](float place, float view) {
    return static_cast<int32_t>(std::floor(std::clamp(place, -1.0f, view + 1)));
  };
  const auto width = static_cast<int32_t>(std::ceil(placed.width_px)),
             height = static_cast<int32_t>(std::ceil(placed.height_px));
  return PixelBox{std::max(pixel(std::min(line.x_px, line.end_x_px), placed.width_px), 0),
                  std::max(pixel(std::min(line.y_px, line.end_y_px), placed.height_px), 0),
                  std::min(pixel(std::max(line.x_px, line.end_x_px), placed.width_px), width - 1),
                  std::min(pixel(std::max(line.y_px, line.end_y_px), placed.height_px), height - 1)};
}

// An empty raster of these pixels. Makes new cells if others still use the old ones.
PlacedRaster RasterOf(const PixelBox& box, std::shared_ptr<std::vector<Color>>& cells) {
  PlacedRaster raster;
  raster.left_px = static_cast<float>(box.left);
  raster.top_px = static_cast<float>(box.top);
  raster.columns = static_cast<uint32_t>(box.right - box.left + 1);
  raster.rows = static_cast<uint32_t>(box.bottom - box.top + 1);
  raster.width_px = static_cast<float>(raster.columns);
  raster.height_px = static_cast<float>(raster.rows);
  if (!cells || cells.use_count() > 1) cells = std::make_shared<std::vector<Color>>();
  cells->assign(size_t{raster.columns} * raster.rows, Color{0, 0, 0, 0});
  raster.cells = cells;
  return raster;
}

void Fill(const PixelBox& pixels, Color color, const PixelBox& box, std::vector<Color>& cells) {
  const auto columns = static_cast<size_t>(box.right - box.left + 1);
  for (int32_t y = pixels.top; y <= pixels.bottom; ++y) {
    const auto row = cells.begin() + static_cast<ptrdiff_t>(static_cast<size_t>(y - box.top) * columns);
    for (int32_t x = pixels.left; x <= pixels.right; ++x) row[x - box.left] = color;
  }
}

}  // namespace

void PixelGatherer::Gather(PlacedShapes& placed) {
  if (!placed.rasters.empty()) return;
  GatherLines(placed);
  GatherRects(placed);
}

void PixelGatherer::GatherRects(PlacedShapes& placed) {
  PixelBox box;
  size_t count = 0;
  for (const PlacedRect& rect : placed.rects) {
    if (const auto pixel = PixelOf(rect)) {
      box.Add(*pixel);
      ++count;
    }
  }
  if (count < kLeastRects) return;
  PlacedRaster raster = RasterOf(box, of_rects_);
  std::erase_if(placed.rects, [&](const PlacedRect& rect) {
    const auto pixel = PixelOf(rect);
    if (pixel) Fill(*pixel, rect.fill, box, *of_rects_);
    return pixel.has_value();
  });
  raster.rects_below = placed.rects.size();
  placed.rasters.push_back(std::move(raster));
}

void PixelGatherer::GatherLines(PlacedShapes& placed) {
  const auto begin = placed.strokes.begin(),
             end = begin + static_cast<ptrdiff_t>(std::min(placed.strokes_below, placed.strokes.size()));
  PixelBox box;
  size_t count = 0;
  for (auto line = begin; line != end; ++line) {
    if (const auto pixels = PixelsOf(*line, placed)) {
      // Pixels out of view do not widen the box.
      if (pixels->left <= pixels->right && pixels->top <= pixels->bottom) box.Add(*pixels);
      ++count;
    }
  }
  if (count < kLeastLines || box.left > box.right) return;
  placed.rasters.push_back(RasterOf(box, of_lines_));
  const auto left = std::remove_if(begin, end, [&](const PlacedStroke& line) {
    const auto pixels = PixelsOf(line, placed);
    if (pixels) Fill(*pixels, line.color, box, *of_lines_);
    return pixels.has_value();
  });
  placed.strokes_below = static_cast<size_t>(left - begin);
  placed.strokes.erase(left, end);
}

}  // namespace ringscope
