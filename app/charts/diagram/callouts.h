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

// The boxes that weigh most of all, the weightiest first. O(boxes).
[[nodiscard]] std::vector<uint32_t> WeightiestBoxes(const Diagram& diagram);

// Names boxes that have no room for their names: of these ones, and of those in view that are large enough to
// be seen, those that weigh most. A name lies inside what holds other boxes, else beside its box, or a bit
// away from it at the end of a line, where it covers neither another name nor a box. `placed` has all other
// text. `batch`: of the diagram. O(boxes in view, and what lies around each name).
void PlaceCallouts(const Diagram& diagram, std::span<const uint32_t> weightiest, const ShapeBatch& batch,
                   const PlaneCamera& camera, float scale, Theme theme, const MeasureText& measure,
                   PlacedShapes& placed);

// Which places of a view are taken, in its pixels. Asking costs what lies nearby, whatever there is
// elsewhere.
class TakenPlaces {
 public:
  TakenPlaces(float width_px, float height_px);

  void TakeText(const PlaneBox& area) { Take(area, Kind::kText); }
  void TakeBox(const PlaneBox& area) { Take(area, Kind::kBox); }
  // What holds other boxes: free to what lies inside it, its edge is to nobody.
  void TakeFrame(const PlaneBox& area, uint32_t box) { Take(area, Kind::kFrame, box); }

  // Whether no text lies there.
  [[nodiscard]] bool IsFreeOfText(const PlaneBox& area) const;
  // Nor a box, nor a frame, but for one that holds both the area and `from`.
  [[nodiscard]] bool IsFree(const PlaneBox& area, const PlaneBox& from) const;
  // No box.
  [[nodiscard]] bool IsFreeOfBoxes(const PlaneBox& area) const;
  // The smallest frame that holds it.
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
  // Whether none of the places that touch the area `is_taken`.
  template <typename IsTaken>
  [[nodiscard]] bool HasNone(const PlaneBox& area, IsTaken is_taken) const;
  [[nodiscard]] Cells CellsOf(const PlaneBox& area) const;

  size_t columns_ = 1, rows_ = 1;
  std::vector<Place> places_;
  std::vector<std::vector<uint32_t>> cells_;  // row by row: the places that touch each
};

}  // namespace ringscope
