#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "renderer/color/color.h"
#include "renderer/diagram/boxes.h"
#include "renderer/diagram/call_layers.h"
#include "renderer/shapes/shape_batch.h"

namespace ringscope {

// A box of a diagram where it stands.
struct DiagramBox {
  uint64_t key = 0;  // what it is: the same in another diagram is the same thing
  PlanePoint place;  // upper left corner
  BoxSize size;
  Color fill, border;
  Color hatch{0, 0, 0, 0};  // of stripes over the fill; without opacity: none
  float border_px = 1;
  ContextId context = kNoContext;
  uint32_t function = kShapeOfNoFunction;
  // Its name, drawn where there is room: in an area from its upper left corner on, which may lie beside it.
  std::string label;
  PlanePoint label_place;
  BoxSize label_size;
  TextAlign label_align = TextAlign::kCenter;
  Color label_color;
  float label_px = 12;
  bool is_plain = false;   // the label is no name of a function: ShapeText::is_plain
  bool is_beside = false;  // boxes lie over it: never named inside, only beside it
  double weight = 0;  // of several that have no room for their names, the one that shall have one beside it
  bool is_frame = false;  // holds other boxes: that name lies inside, over them
  // The frame that it lies in, or none: where that one's name cannot be read it is told with this one's.
  uint32_t within = kNoBox;
  // So far below its bottom edges leave, so far above its top they end: where its label lies there.
  double edges_below = 0, edges_above = 0;
  // Edges from above come to this place first, relative to its upper left corner, then go straight down to
  // the height of its middle, and from there to its side. Of edges behind one another in the list that leave
  // one box and come to one place the way that they share is drawn once, as wide and in the colour of the
  // first.
  std::optional<PlanePoint> edges_by;
};

// Whether its name is a text of the batch.
[[nodiscard]] inline bool HasTextOf(const DiagramBox& box) { return !box.label.empty() && !box.is_beside; }

struct DiagramEdge {
  uint32_t from = 0, to = 0;  // boxes; the same: a loop at its right side
  Color color;
  float width_px = 1;
  // Not drawn as a part of the diagram; who points at one of its boxes shall see it.
  bool is_gathered = false;
};

// Boxes, later ones over earlier ones, and edges below them, later ones over earlier ones too: from the
// middle of a box's bottom to the middle of another's top, or, to one that stands higher, from side to side.
struct Diagram {
  std::vector<DiagramBox> boxes;
  std::vector<DiagramEdge> edges;
  // So much is in sight at least when all is: where another picture of the same has its boxes. Empty:
  // nothing.
  PlaneBox room;
};

// As shapes: rectangle k is box k. Edges that are gathered, or of boxes that are not there, are left out.
// `has_gaps`: edges leave out the room of labels (edges_below, edges_above). O(boxes + edges).
[[nodiscard]] ShapeBatch ShapesOf(const Diagram& diagram, bool has_gaps = true);
// Whether that room has text in it where a unit is so many pixels.
[[nodiscard]] inline bool HasGaps(double px_per_unit) { return px_per_unit >= 0.69; }

// Adds the lines of one edge, gathered or not.
void AddEdgeShapes(const Diagram& diagram, const DiagramEdge& edge, ShapeBatch& batch, bool has_gaps = true);

// Above so many boxes a change is not animated: to follow them all is beyond anyone, and costs a layout a
// frame.
inline constexpr size_t kMostMovingBoxes = 4'000;

// On the way from one diagram to another, `progress` from 0 to 1: what both have moves, what is new grows
// from the middle of its top. `to` itself at 1. O(boxes of both).
[[nodiscard]] Diagram Between(const Diagram& from, const Diagram& to, double progress);

}  // namespace ringscope
