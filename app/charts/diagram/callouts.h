#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "renderer/color/palette.h"
#include "renderer/diagram/diagram.h"
#include "renderer/shapes/place_shapes.h"
#include "renderer/shapes/plane.h"

namespace ringscope {

// The boxes of the largest weight, the weightiest first. O(boxes).
[[nodiscard]] std::vector<uint32_t> WeightiestBoxes(const Diagram& diagram);

// A diagram, and how the names of its boxes look.
struct DiagramNames {
  const Diagram& diagram;
  std::span<const uint32_t> weightiest;  // see WeightiestBoxes()
  float scale = 1;
  Theme theme = Theme::kDark;
  const MeasureText& measure;  // empty: no names
  bool has_callouts = true;
};

// Names boxes that have no room for their names: the weightiest of the diagram, and the weightiest of the
// boxes in view. The name of a box that holds others lies inside it; any other name lies beside its box, or a
// bit away at the end of a line, and covers neither another name nor a box. `placed` has all other text.
// `batch`: of the diagram. O(boxes in view, and the places around each name).
void PlaceCallouts(const DiagramNames& names, const ShapeBatch& batch, const PlaneCamera& camera,
                   PlacedShapes& placed);

}  // namespace ringscope
