#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/diagram/box_readout.h"
#include "app/views/polymetric/polymetric_state.h"
#include "renderer/color/color.h"
#include "renderer/diagram/diagram.h"

namespace ringscope::polymetric {

// What is drawn: box k of the layout is box k of the diagram.
[[nodiscard]] Diagram PaintDiagram(const PolymetricFound& found, const PolymetricWanted& wanted, Theme theme);

// What calls gave back: self grey, the same per receiver yellow, else white, and a tone for what is unknown.
[[nodiscard]] Color ReturnColor(ReturnKind kind, Theme theme);

// What a picture says: "width: log calls, up to 10,100".
struct LegendLine {
  std::string text;
  std::optional<Color> color;  // of what it speaks of
  bool is_warning = false;     // something that the profile lacks
  friend bool operator==(const LegendLine&, const LegendLine&) = default;
};
[[nodiscard]] std::vector<LegendLine> LegendOf(const PolymetricFound& found, const PolymetricWanted& wanted,
                                               Theme theme);

// What is said of a box that is pointed at: the method, or the class.
[[nodiscard]] BoxReadout ReadoutOf(const PolymetricFound& found, const PolymetricWanted& wanted,
                                   uint32_t box);

// The query for the contexts of a box that is a class, a package, a module, a file or a thread; empty: it is
// none of these.
[[nodiscard]] std::string GroupOfBox(const PolymetricFound& found, const Cct& tree, uint32_t box);

// What the items of boxes cost themselves, together: "1.2 s self, 3.1 %". Empty where none is an item.
[[nodiscard]] std::string SumText(const PolymetricFound& found, const PolymetricWanted& wanted,
                                  std::span<const uint32_t> boxes);

// The boxes of callers and callees of a function's box.
[[nodiscard]] std::vector<uint32_t> RelatedBoxes(const PolymetricFound& found, uint32_t box);

// Of a comparison: how much an item changed, where that is at least a hundredth of the larger total.
[[nodiscard]] std::optional<double> MarkedChange(const PolymetricFound& found, const PolymetricWanted& wanted,
                                                 uint32_t item);

// For the status bar: "1,204 methods in 118 classes".
[[nodiscard]] std::string DrawnTextOf(const PolymetricFound& found);

}  // namespace ringscope::polymetric
