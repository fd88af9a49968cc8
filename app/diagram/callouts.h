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

// Names some of these boxes beside them, as long as that covers neither another name nor a box that weighs
// more, where their own labels are not among `placed`, which has all other text. `batch`: of the diagram.
// O(boxes * labels).
void PlaceCallouts(const Diagram& diagram, std::span<const uint32_t> boxes, const ShapeBatch& batch,
                   const PlaneCamera& camera, float scale, Theme theme, const MeasureText& measure,
                   PlacedShapes& placed);

}  // namespace ringscope
