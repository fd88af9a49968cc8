#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "renderer/color/palette.h"
#include "renderer/diagram/diagram.h"

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

}  // namespace ringscope
