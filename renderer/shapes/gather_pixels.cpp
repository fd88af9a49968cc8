#include "renderer/shapes/gather_pixels.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace ringscope {
namespace {

// As PlaceShapes() places what is smaller than a pixel.
bool IsPixel(const PlacedRect& rect) {
  return rect.width_px == 1 && rect.height_px == 1 && rect.border_px == 0 && rect.fill.a == 255 &&
         rect.hatch.a == 0 && rect.left_px == std::floor(rect.left_px) &&
         rect.top_px == std::floor(rect.top_px);
}

}  // namespace

void PixelGatherer::Gather(PlacedShapes& placed) {
  int64_t left = INT64_MAX, top = INT64_MAX, right = INT64_MIN, bottom = INT64_MIN;
  size_t count = 0;
  for (const PlacedRect& rect : placed.rects) {
    if (!IsPixel(rect)) continue;
    const auto x = static_cast<int64_t>(rect.left_px), y = static_cast<int64_t>(rect.top_px);
    left = std::min(left, x);
    right = std::max(right, x);
    top = std::min(top, y);
    bottom = std::max(bottom, y);
    ++count;
  }
  if (count < kLeastPixels || !placed.rasters.empty()) return;
  // What is placed lies in the view, or a pixel outside of it.
  PlacedRaster raster;
  raster.left_px = static_cast<float>(left);
  raster.top_px = static_cast<float>(top);
  raster.columns = static_cast<uint32_t>(right - left + 1);
  raster.rows = static_cast<uint32_t>(bottom - top + 1);
  raster.width_px = static_cast<float>(raster.columns);
  raster.height_px = static_cast<float>(raster.rows);
  if (!cells_ || cells_.use_count() > 1) cells_ = std::make_shared<std::vector<Color>>();
  cells_->assign(size_t{raster.columns} * raster.rows, Color{0, 0, 0, 0});
  for (const PlacedRect& rect : placed.rects) {
    if (!IsPixel(rect)) continue;
    const auto column = static_cast<size_t>(static_cast<int64_t>(rect.left_px) - left),
               row = static_cast<size_t>(static_cast<int64_t>(rect.top_px) - top);
    (*cells_)[row * raster.columns + column] = rect.fill;
  }
  std::erase_if(placed.rects, IsPixel);
  raster.cells = cells_;
  raster.rects_below = placed.rects.size();
  placed.rasters.push_back(std::move(raster));
}

}  // namespace ringscope
