#pragma once

#include <string>

#include "renderer/legend/caption.h"

namespace ringscope {

// Boxes, stripes and text of a caption, as elements of a picture with this background.
[[nodiscard]] std::string CaptionSvg(const PlacedCaption& caption, Color background);

}  // namespace ringscope
