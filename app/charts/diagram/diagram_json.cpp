#include "app/charts/diagram/diagram_json.h"

namespace ringscope {

void WriteDiagram(const Diagram& diagram, const DiagramFigures& figures, JsonWriter& json) {
  json.BeginObject();
  if (figures.of_all) figures.of_all(json);
  json.Key("boxes").BeginArray();
  for (uint32_t k = 0; k < diagram.boxes.size(); ++k) {
    const DiagramBox& box = diagram.boxes[k];
    json.BeginObject();
    json.Key("name").String(box.label);
    json.Key("x").Number(box.place.x);
    json.Key("y").Number(box.place.y);
    json.Key("width").Number(box.size.width);
    json.Key("height").Number(box.size.height);
    if (box.context != kNoContext) json.Key("context").Number(uint64_t{box.context});
    if (figures.of_box) figures.of_box(k, json);
    json.EndObject();
  }
  json.EndArray();
  json.Key("edges").BeginArray();
  for (const DiagramEdge& edge : diagram.edges)
    json.BeginArray().Number(uint64_t{edge.from}).Number(uint64_t{edge.to}).EndArray();
  json.EndArray().EndObject().Finish();
}

}  // namespace ringscope
