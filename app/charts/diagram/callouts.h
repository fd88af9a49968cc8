#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "renderer/color/palette.h"
#include "renderer/diagram/diagram.h"
#include "renderer/shapes/place_shapes.h"

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

}  // namespace ringscope
