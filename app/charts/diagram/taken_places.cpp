#include "app/charts/diagram/taken_places.h"

#include <algorithm>
#include <limits>

namespace ringscope {
namespace {

constexpr double kCellPx = 48;

size_t CellsIn(float side_px) {
  return side_px > 0 && side_px <= kMostViewPx
             ? static_cast<size_t>(static_cast<double>(side_px) / kCellPx) + 1
             : 1;
}

size_t CellAt(double at_px, size_t count) {
  const double cell = at_px / kCellPx;
  return cell > 0 ? static_cast<size_t>(std::min(cell, static_cast<double>(count - 1))) : 0;
}

}  // namespace

TakenPlaces::TakenPlaces(float width_px, float height_px)
    : columns_(CellsIn(width_px)), rows_(CellsIn(height_px)), cells_(columns_ * rows_) {}

TakenPlaces::Cells TakenPlaces::CellsOf(const PlaneBox& area) const {
  return {CellAt(area.left, columns_), CellAt(area.top, rows_), CellAt(area.right, columns_),
          CellAt(area.bottom, rows_)};
}

void TakenPlaces::Take(const PlaneBox& area, Kind kind, uint32_t box) {
  if (area.empty()) return;
  const auto number = static_cast<uint32_t>(places_.size());
  places_.push_back({area, kind, box});
  const Cells cells = CellsOf(area);
  for (size_t row = cells.top; row <= cells.bottom; ++row) {
    for (size_t column = cells.left; column <= cells.right; ++column)
      cells_[row * columns_ + column].push_back(number);
  }
}

template <typename IsTaken>
bool TakenPlaces::HasNone(const PlaneBox& area, IsTaken is_taken) const {
  const Cells cells = CellsOf(area);
  for (size_t row = cells.top; row <= cells.bottom; ++row) {
    for (size_t column = cells.left; column <= cells.right; ++column) {
      for (const uint32_t number : cells_[row * columns_ + column]) {
        if (places_[number].area.Touches(area) && is_taken(places_[number])) return false;
      }
    }
  }
  return true;
}

bool TakenPlaces::IsFreeOfText(const PlaneBox& area) const {
  return HasNone(area, [](const Place& place) { return place.kind == Kind::kText; });
}

bool TakenPlaces::IsFree(const PlaneBox& area, const PlaneBox& from) const {
  return HasNone(area, [&](const Place& place) {
    return place.kind != Kind::kFrame || !place.area.Holds(from) || !place.area.Holds(area);
  });
}

bool TakenPlaces::IsFreeOfBoxes(const PlaneBox& area) const {
  return HasNone(area, [](const Place& place) { return place.kind == Kind::kBox; });
}

std::optional<uint32_t> TakenPlaces::FrameAround(const PlaneBox& area) const {
  std::optional<uint32_t> found;
  double least = std::numeric_limits<double>::infinity();
  const size_t cell = CellAt(area.top, rows_) * columns_ + CellAt(area.left, columns_);
  for (const uint32_t number : cells_[cell]) {
    const Place& place = places_[number];
    if (place.kind != Kind::kFrame || !place.area.Holds(area)) continue;
    const double size = (place.area.right - place.area.left) * (place.area.bottom - place.area.top);
    if (size < least) found = place.box;
    least = std::min(least, size);
  }
  return found;
}

}  // namespace ringscope
