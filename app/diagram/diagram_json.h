#pragma once

#include "cct/base/text/json_writer.h"
#include "renderer/diagram/diagram.h"

namespace ringscope {

// What is drawn, as numbers: {"boxes": [{"name", "x", "y", "width", "height", "context"?}], "edges": [[from,
// to]]}. x and y are of the upper left corner, down and to the right, in the units of the diagram; edges name
// boxes by their place in the list. O(boxes + edges).
void WriteDiagram(const Diagram& diagram, JsonWriter& json);

}  // namespace ringscope
