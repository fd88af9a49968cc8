#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "renderer/color/color.h"
#include "renderer/diagram/boxes.h"
#include "renderer/shapes/shape_batch.h"

namespace ringscope {

// A box of a diagram and its place.
struct DiagramBox {
  uint64_t key = 0;  // identifies its thing: the same thing has the same key in other diagrams
  PlanePoint place;  // upper left corner
  BoxSize size;
  Color fill, border;
  Color hatch{0, 0, 0, 0};  // of stripes over the fill; without opacity: no stripes
  float border_px = 1;
  float bar_px = 0;  // a line this thick below the box, a little longer than it, in the colour of the border
  ContextId context = kNoContext;
  uint32_t function = kShapeOfNoFunction;
  // The name, drawn if there is room: in an area from its upper left corner on, which may lie beside the box.
  std::string label;
  PlanePoint label_place;
  BoxSize label_size;
  TextAlign label_align = TextAlign::kCenter;
  Color label_color;
  float label_px = 12;
  bool is_plain = false;   // the label is not a function's name: ShapeText::is_plain
  bool is_beside = false;  // boxes lie over it: its name stands only beside it
  double weight = 0;       // of boxes without room for their names the weightiest have a name beside them
  bool is_frame = false;   // holds other boxes: its name lies inside, over them
  // The frame around it, if any: told with this box's name if the frame's own name is unreadable.
  uint32_t within = kNoBox;
  // The distance below its bottom where edges leave, and above its top where edges end, past a label there.
  double edges_below = 0, edges_above = 0;
  // Edges from above come to this place first, relative to its upper left corner, then go straight down to
  // the height of its middle, and from there to its side. Consecutive edges with the same start box and place
  // share a way, which is drawn once, in the width and colour of the first.
  std::optional<PlanePoint> edges_by;
};

// Whether the box's name is a text of the batch.
[[nodiscard]] inline bool HasTextOf(const DiagramBox& box) { return !box.label.empty() && !box.is_beside; }

struct DiagramEdge {
  uint32_t from = 0, to = 0;  // boxes; equal: a loop at the right side
  Color color;
  float width_px = 1;
  // Left out of the diagram; drawn only while the pointer is on one of its boxes.
  bool is_gathered = false;
};

// Boxes, and edges below them, later ones over earlier ones in both: an edge goes from the middle of a box's
// bottom to the middle of another's top, or from side to side if the other box stands higher.
struct Diagram {
  std::vector<DiagramBox> boxes;
  std::vector<DiagramEdge> edges;
  // A view of everything shows at least this: the room of a related picture's boxes, if any.
  PlaneBox room;
};

// The shapes of a diagram: rectangle k is box k. Gathered edges, and edges of missing boxes, are left out.
// `has_gaps`: edges leave out the room of labels (edges_below, edges_above). O(boxes + edges).
[[nodiscard]] ShapeBatch ShapesOf(const Diagram& diagram, bool has_gaps = true);
// Whether labels have text in their room at so many pixels a unit.
[[nodiscard]] inline bool HasGaps(double px_per_unit) { return px_per_unit >= 0.69; }

// Adds the lines of one edge, gathered or not.
void AddEdgeShapes(const Diagram& diagram, const DiagramEdge& edge, ShapeBatch& batch, bool has_gaps = true);

// Changes of more boxes are not animated: nobody could follow them, and they would cost a layout a frame.
inline constexpr size_t kMostMovingBoxes = 4'000;

// The diagram between two others, `progress` from 0 to 1: boxes of both move, new ones grow from the middle
// of their top. `to` itself at 1. O(boxes of both).
[[nodiscard]] Diagram Between(const Diagram& from, const Diagram& to, double progress);

}  // namespace ringscope
