#pragma once

#include <cstdint>
#include <functional>

#include "cct/base/text/json_writer.h"
#include "renderer/diagram/diagram.h"

namespace ringscope {

// What a diagram means beside its geometry: further members of the whole, and of each box.
struct DiagramFigures {
  std::function<void(JsonWriter&)> of_all;
  std::function<void(uint32_t box, JsonWriter&)> of_box;
};

// The diagram as numbers: {"boxes": [{"name", "x", "y", "width", "height", "context"?}], "edges": [[from,
// to]]}, and `figures`, if any. x and y are of the upper left corner, right and down in the units of the
// diagram; edges name boxes by their place in the list. O(boxes + edges).
void WriteDiagram(const Diagram& diagram, const DiagramFigures& figures, JsonWriter& json);

}  // namespace ringscope
