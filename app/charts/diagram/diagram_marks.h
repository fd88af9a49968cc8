#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "renderer/color/palette.h"
#include "renderer/diagram/diagram.h"
#include "renderer/shapes/place_shapes.h"

namespace ringscope {

// The edges of each box of a diagram, including gathered ones.
class EdgesOfBoxes {
 public:
  EdgesOfBoxes() = default;
  // O(boxes + edges).
  explicit EdgesOfBoxes(const Diagram& diagram);

  // The indices of a box's edges in the diagram; empty for a number beyond the boxes.
  [[nodiscard]] std::span<const uint32_t> Of(uint32_t box) const;

 private:
  std::vector<uint32_t> first_, edges_;  // of box k: [first_[k], first_[k + 1])
};

// The boxes that stand out.
struct MarkedBoxes {
  std::vector<uint32_t> lit, pointed;  // `pointed` are drawn over `lit`
  std::optional<uint32_t> edges_of;    // this box's edges light up
  // Drawn below the others, in the colour of all selections: a thick border alone has other meanings.
  std::vector<uint32_t> selected;
  Color selection{};
};

// Frames around the boxes of `drawn`, and lines over the edges of `boxes.edges_of`.
[[nodiscard]] ShapeBatch ShapesOfMarks(const Diagram& diagram, const ShapeBatch& drawn,
                                       const EdgesOfBoxes& edges, const MarkedBoxes& boxes, Theme theme,
                                       float scale, bool has_gaps);

// All boxes, small, in the lower right corner of a view that shows a part of them.
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

// std::nullopt if the view shows all boxes or has no room for an overview.
[[nodiscard]] std::optional<Overview> OverviewOf(const ShapeIndex& drawn, const PlaneCamera& view,
                                                 float scale);

// Adds the overview to the shapes of the view: its background, the boxes of `drawn`, and a frame around the
// part that the view shows.
void AddOverview(const ShapeBatch& drawn, const ShapeIndex& index, const Overview& overview,
                 const PlaneCamera& view, Theme theme, float scale, PlacedShapes& placed);

}  // namespace ringscope
