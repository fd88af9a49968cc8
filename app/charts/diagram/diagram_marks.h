#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "renderer/color/palette.h"
#include "renderer/diagram/diagram.h"
#include "renderer/shapes/place_shapes.h"

namespace ringscope {

// The edges of each box of a diagram, drawn or gathered.
class EdgesOfBoxes {
 public:
  EdgesOfBoxes() = default;
  // O(boxes + edges).
  explicit EdgesOfBoxes(const Diagram& diagram);

  // The edges by their places in the diagram; empty for a number beyond the boxes.
  [[nodiscard]] std::span<const uint32_t> Of(uint32_t box) const;

 private:
  std::vector<uint32_t> first_, edges_;  // of box k: [first_[k], first_[k + 1])
};

// The boxes that stand out.
struct MarkedBoxes {
  std::vector<uint32_t> lit, pointed;  // related to others; under the pointer, drawn over the lit ones
  std::optional<uint32_t> edges_of;    // this box's edges light up
  // Below the others, in the colour of all selections: a thick border alone means other things.
  std::vector<uint32_t> selected;
  Color selection{};
};

// Frames around boxes as `drawn`, and lines over their edges.
[[nodiscard]] ShapeBatch ShapesOfMarks(const Diagram& diagram, const ShapeBatch& drawn,
                                       const EdgesOfBoxes& edges, const MarkedBoxes& boxes, Theme theme,
                                       float scale, bool has_gaps);

// A bird's eye: all boxes, small, in the lower right corner of a view that shows a part of them.
struct Overview {
  PlaneCamera camera;
  double left_px = 0, top_px = 0;  // in the view

  [[nodiscard]] bool Holds(double x_px, double y_px) const {
    return x_px >= left_px && x_px < left_px + static_cast<double>(camera.width_px) && y_px >= top_px &&
           y_px < top_px + static_cast<double>(camera.height_px);
  }
  [[nodiscard]] PlanePoint PlaneAt(double x_px, double y_px) const {
    return camera.PlaneAt(x_px - left_px, y_px - top_px);
  }
};

// Nothing if all boxes are in sight, or the view has no room for it.
[[nodiscard]] std::optional<Overview> OverviewOf(const ShapeIndex& drawn, const PlaneCamera& view,
                                                 float scale);

// Adds it to what is placed in the view: its ground, the boxes of `drawn`, and a frame around what the view
// shows.
void AddOverview(const ShapeBatch& drawn, const ShapeIndex& index, const Overview& overview,
                 const PlaneCamera& view, Theme theme, float scale, PlacedShapes& placed);

}  // namespace ringscope
