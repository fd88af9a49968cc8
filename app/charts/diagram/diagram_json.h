#pragma once

#include <cstdint>
#include <functional>

#include "cct/base/text/json_writer.h"
#include "renderer/diagram/diagram.h"

namespace ringscope {

// What a diagram stands for beside its geometry: further members of the whole, and of each box.
struct DiagramFigures {
  std::function<void(JsonWriter&)> of_all;
  std::function<void(uint32_t box, JsonWriter&)> of_box;
};

// What is drawn, as numbers: {"boxes": [{"name", "x", "y", "width", "height", "context"?}], "edges": [[from,
// to]]}, and the figures, where there are any. x and y are of the upper left corner, down and to the right,
// in the units of the diagram; edges name boxes by their place in the list. O(boxes + edges).
void WriteDiagram(const Diagram& diagram, const DiagramFigures& figures, JsonWriter& json);

}  // namespace ringscope
