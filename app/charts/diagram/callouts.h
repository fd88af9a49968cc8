#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "renderer/color/palette.h"
#include "renderer/diagram/diagram.h"
#include "renderer/shapes/place_shapes.h"
#include "renderer/shapes/plane.h"

namespace ringscope {

// The boxes of the largest weight, the weightiest first. O(boxes).
[[nodiscard]] std::vector<uint32_t> WeightiestBoxes(const Diagram& diagram);

// Names boxes that have no room for their names: the `weightiest`, and of the visible boxes in view the
// weightiest ones. The name of a box that holds others lies inside it; any other name lies beside its box, or
// a bit away at the end of a line, and covers neither another name nor a box. `placed` has all other text.
// `batch`: of the diagram. O(boxes in view, and what lies around each name).
void PlaceCallouts(const Diagram& diagram, std::span<const uint32_t> weightiest, const ShapeBatch& batch,
                   const PlaneCamera& camera, float scale, Theme theme, const MeasureText& measure,
                   PlacedShapes& placed);

// Which places of a view are taken, in its pixels. A question costs only what lies near the area.
class TakenPlaces {
 public:
  TakenPlaces(float width_px, float height_px);

  void TakeText(const PlaneBox& area) { Take(area, Kind::kText); }
  void TakeBox(const PlaneBox& area) { Take(area, Kind::kBox); }
  // A box that holds others: its inside is free for what lies in it, its edge is taken.
  void TakeFrame(const PlaneBox& area, uint32_t box) { Take(area, Kind::kFrame, box); }

  // Whether no text lies in the area.
  [[nodiscard]] bool IsFreeOfText(const PlaneBox& area) const;
  // Whether no text, box or frame lies in the area, except frames that hold both the area and `from`.
  [[nodiscard]] bool IsFree(const PlaneBox& area, const PlaneBox& from) const;
  // Whether no box lies in the area.
  [[nodiscard]] bool IsFreeOfBoxes(const PlaneBox& area) const;
  // The smallest frame that holds the area.
  [[nodiscard]] std::optional<uint32_t> FrameAround(const PlaneBox& area) const;

 private:
  enum class Kind : uint8_t { kText, kBox, kFrame };
  struct Place {
    PlaneBox area;
    Kind kind = Kind::kText;
    uint32_t box = 0;  // of a frame
  };
  struct Cells {
    size_t left = 0, top = 0, right = 0, bottom = 0;  // the last ones included
  };
  void Take(const PlaneBox& area, Kind kind, uint32_t box = 0);
  // Whether `is_taken` is false for all places that touch the area.
  template <typename IsTaken>
  [[nodiscard]] bool HasNone(const PlaneBox& area, IsTaken is_taken) const;
  [[nodiscard]] Cells CellsOf(const PlaneBox& area) const;

  size_t columns_ = 1, rows_ = 1;
  std::vector<Place> places_;
  std::vector<std::vector<uint32_t>> cells_;  // row by row: the places that touch each cell
};

}  // namespace ringscope
