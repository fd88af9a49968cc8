#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "renderer/color/palette.h"
#include "renderer/diagram/diagram.h"
#include "renderer/shapes/place_shapes.h"

namespace ringscope {

// The boxes that shall have names also where these do not fit, those that weigh most first. O(boxes).
[[nodiscard]] std::vector<uint32_t> WeightiestBoxes(const Diagram& diagram);

// Names some of these boxes where their own labels are not among `placed`, which has all other text: beside
// them, so that neither another name nor one of these boxes is covered, or inside what holds other boxes.
// `batch`: of the diagram. O(boxes * labels).
void PlaceCallouts(const Diagram& diagram, std::span<const uint32_t> boxes, const ShapeBatch& batch,
                   const PlaneCamera& camera, float scale, Theme theme, const MeasureText& measure,
                   PlacedShapes& placed);

}  // namespace ringscope
