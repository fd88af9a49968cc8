#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "cct/base/result.h"
#include "cct/base/text/text_sink.h"
#include "renderer/color/color.h"
#include "renderer/legend/caption.h"
#include "renderer/shapes/place_shapes.h"

namespace ringscope {

struct ShapesSvgOptions {
  Color background;
  std::string title;  // what the picture shows, any bytes
  // The <title> of a rectangle of the batch, any bytes; empty: no titles.
  std::function<std::string(uint32_t rect)> title_of;
  // Lies around the shapes, which are cut off at it, and sets the picture's size; null: no caption.
  const PlacedCaption* caption = nullptr;
};

// Writes placed shapes as a self-contained SVG 1.1 picture of their view's size: the same shapes, colours and
// text as on the screen. Text measured with AverageSansWidth fits in common sans serif fonts. The bytes
// depend on nothing else. Errors: the sink's.
[[nodiscard]] Result<void> WriteShapesSvg(const PlacedShapes& shapes, const ShapesSvgOptions& options,
                                          const TextSink& sink);

}  // namespace ringscope
