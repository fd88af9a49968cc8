#pragma once

#include <span>
#include <string_view>

#include "app/charts/diagram/diagram.h"
#include "renderer/legend/caption.h"

namespace ringscope {

// What stands around a diagram drawn at `px_per_unit`: its legend, with boxes as large as in the picture.
// What the profile lacks stands beside the facts. For a `px_per_unit` above all that are drawn, the caption
// takes as much room as it can.
[[nodiscard]] ShapeCaption CaptionOf(std::string_view title, std::string_view facts,
                                     std::span<const LegendLine> legend, double px_per_unit, float scale,
                                     Theme theme);

}  // namespace ringscope
