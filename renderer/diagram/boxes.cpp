#include "renderer/diagram/boxes.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace ringscope {
namespace {

// Fills rows no wider than `limit`, or than a single box. Without `place` it only computes the size.
BoxSize FillRows(std::span<const BoxSize> boxes, double gap, double limit, std::vector<PlanePoint>* place) {
  BoxSize whole;
  double y = 0;
  for (size_t begin = 0; begin < boxes.size();) {
    double width = 0, height = 0;
    size_t end = begin;
    while (end < boxes.size()) {
      const BoxSize box = SoundSize(boxes[end]);
      const double wider = width + (end > begin ? gap : 0) + box.width;
      if (end > begin && wider > limit) break;
      if (place != nullptr) (*place)[end].x = wider - box.width;
      width = wider;
      height = std::max(height, box.height);
      ++end;
    }
    for (size_t k = begin; place != nullptr && k < end; ++k)
      (*place)[k].y = y + height - SoundSize(boxes[k]).height;
    y += height + gap;
    whole.width = std::max(whole.width, width);
    begin = end;
  }
  whole.height = std::max(0.0, y - gap);
  return whole;
}

// How many times too wide or too high a size is, as a logarithm.
double AspectError(BoxSize size, double aspect) {
  if (!(size.height > 0) || !(size.width > 0)) return size.width > size.height ? 1e3 : 0;
  return std::abs(std::log(size.width / size.height / aspect));
}

}  // namespace

BoxSize SoundSize(BoxSize size) {
  const auto sound = [](double side) { return side > 0 ? std::min(side, kMostBoxSide) : 0; };
  return {sound(size.width), sound(size.height)};
}

BoxGrid ArrangeGrid(std::span<const BoxSize> boxes, double gap, double aspect) {
  BoxGrid grid;
  grid.place.resize(boxes.size());
  if (boxes.empty()) return grid;
  double area = 0, widest = 0;
  for (const BoxSize& one : boxes) {
    const BoxSize box = SoundSize(one);
    area += (box.width + gap) * (box.height + gap);
    widest = std::max(widest, box.width);
  }
  const double middle = std::sqrt(area * aspect);
  double best = 0, least = 0;
  for (int k = 0; k < 16; ++k) {
    const double limit = std::max(widest, middle * (0.5 + 0.125 * k));
    const double miss = AspectError(FillRows(boxes, gap, limit, nullptr), aspect);
    if (k == 0 || miss < least) {
      best = limit;
      least = miss;
    }
  }
  grid.size = FillRows(boxes, gap, best, &grid.place);
  return grid;
}

}  // namespace ringscope
