#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/charts/diagram/diagram.h"
#include "app/charts/diagram/diagram_json.h"
#include "app/views/polymetric/polymetric.h"
#include "renderer/color/color.h"
#include "renderer/diagram/diagram.h"

namespace ringscope::polymetric {

// Of boxes of a comparison that changed.
inline constexpr float kChangedBorderPx = 3;

// What is drawn: box k of the layout is box k of the diagram. Where sides stand beside each other, what one
// of them has, in the room of both.
[[nodiscard]] Diagram PaintDiagram(const PolymetricFound& found, const PolymetricWanted& wanted, Theme theme,
                                   std::optional<Side> side = std::nullopt);

// Both sides beside each other as one picture, each below its name.
[[nodiscard]] Diagram PaintSides(const PolymetricFound& found, const PolymetricWanted& wanted, Theme theme);
// "before: words 1.0", as far as the comparison says.
[[nodiscard]] std::string SideText(const PolymetricWanted& wanted, Side side);

// The column of calls of the side that `metric` is of; of both sides and of plain metrics the usual one.
[[nodiscard]] std::optional<MetricIndex> CallsBeside(const Cct& tree, MetricIndex metric);

// The view's metric, of a comparison its column of this side.
[[nodiscard]] MetricIndex MetricOf(const PolymetricWanted& wanted, std::optional<Side> side);

// The value of the largest size, with its sign; 0 where none is known. Whether any is below 0.
[[nodiscard]] double LargestOf(const MeasuredItems& measured);
[[nodiscard]] bool HasNegative(const MeasuredItems& measured);

// Of what is not known.
[[nodiscard]] Color UnknownColor(Theme theme);
[[nodiscard]] Color UnknownStripes(Theme theme);

// What lies in the box of a class, or of a package with its classes.
struct InsideOfBox {
  uint64_t classes = 0, methods = 0, self = 0;
};
[[nodiscard]] InsideOfBox InsideOf(const PolymetricFound& found, MetricIndex metric, const PlacedBox& placed);

// Whether the profile knows of any function what its calls gave back.
[[nodiscard]] bool KnowsReturns(const PolymetricFound& found);
// What calls gave back: self grey, the same per receiver yellow, else white, and a tone for what is unknown.
[[nodiscard]] Color ReturnColor(ReturnKind kind, Theme theme);

// What the picture says.
[[nodiscard]] std::vector<LegendLine> LegendOf(const PolymetricFound& found, const PolymetricWanted& wanted,
                                               Theme theme);

// Around pictures: what is drawn, of how much, as "incl time: 1.2 s, behavior of p.Main.run".
[[nodiscard]] std::string FactsOf(const PolymetricFound& found, const PolymetricWanted& wanted);

// What is said of a box that is pointed at: the method, or the class.
[[nodiscard]] BoxReadout ReadoutOf(const PolymetricFound& found, const PolymetricWanted& wanted,
                                   uint32_t box);

// The query for the contexts of a box that is a class, a package, a module, a file or a thread; empty: it is
// none of these.
[[nodiscard]] std::string GroupOfBox(const PolymetricFound& found, const Cct& tree, uint32_t box);

// What shows the classes that a summary stands for; empty: the box is none of them.
[[nodiscard]] std::string OpenedText(const PolymetricFound& found, uint32_t box);

// What the items of boxes cost themselves, together: "1.2 s self, 3.1 %". Empty where none is an item.
[[nodiscard]] std::string SumText(const PolymetricFound& found, const PolymetricWanted& wanted,
                                  std::span<const uint32_t> boxes);

// The boxes of callers and callees of a function's box, or of a summary's functions.
[[nodiscard]] std::vector<uint32_t> RelatedBoxes(const PolymetricFound& found, uint32_t box);

// Of a comparison: how much an item changed, where that is at least a hundredth of the larger total.
[[nodiscard]] std::optional<double> MarkedChange(const PolymetricFound& found, const PolymetricWanted& wanted,
                                                 uint32_t item);

// For the status bar: "1,204 methods in 118 classes".
[[nodiscard]] std::string DrawnTextOf(const PolymetricFound& found);

// What the boxes of PaintDiagram() stand for; docs/blueprints.md says what each member is. Costs are in the
// unit of their metric, of a side in its column. Both must outlive it.
[[nodiscard]] DiagramFigures FiguresOf(const PolymetricFound& found, const PolymetricWanted& wanted,
                                       std::optional<Side> side);
// The same of PaintSides().
[[nodiscard]] DiagramFigures FiguresOfSides(const PolymetricFound& found, const PolymetricWanted& wanted);

}  // namespace ringscope::polymetric
