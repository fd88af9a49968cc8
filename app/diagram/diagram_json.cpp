#include "app/diagram/diagram_json.h"

namespace ringscope {

void WriteDiagram(const Diagram& diagram, JsonWriter& json) {
  json.BeginObject();
  json.Key("boxes").BeginArray();
  for (const DiagramBox& box : diagram.boxes) {
    json.BeginObject();
    json.Key("name").String(box.label);
    json.Key("x").Number(box.place.x);
    json.Key("y").Number(box.place.y);
    json.Key("width").Number(box.size.width);
    json.Key("height").Number(box.size.height);
    if (box.context != kNoContext) json.Key("context").Number(uint64_t{box.context});
    json.EndObject();
  }
  json.EndArray();
  json.Key("edges").BeginArray();
  for (const DiagramEdge& edge : diagram.edges)
    json.BeginArray().Number(uint64_t{edge.from}).Number(uint64_t{edge.to}).EndArray();
  json.EndArray().EndObject().Finish();
}

}  // namespace ringscope
