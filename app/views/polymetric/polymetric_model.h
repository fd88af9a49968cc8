#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/charts/diagram/diagram.h"
#include "app/views/polymetric/polymetric.h"
#include "cct/tree/metric_sides.h"
#include "renderer/color/color.h"
#include "renderer/color/color_mode.h"
#include "renderer/diagram/diagram.h"

namespace ringscope::polymetric {

// The border of changed boxes of a comparison.
inline constexpr float kChangedBorderPx = 3;

// The picture: box k of the layout is box k of the diagram. `side`: only that side, in the room of both.
// `colors`: of the borders of changed boxes.
[[nodiscard]] Diagram PaintDiagram(const PolymetricFound& found, const PolymetricWanted& wanted, Theme theme,
                                   std::optional<Side> side = std::nullopt,
                                   DifferenceColors colors = DifferenceColors::kMap);

// Both sides beside each other in one picture, each below its name.
[[nodiscard]] Diagram PaintSides(const PolymetricFound& found, const PolymetricWanted& wanted, Theme theme);
// "before: words 1.0"; what the comparison says of the side.
[[nodiscard]] std::string SideText(const PolymetricWanted& wanted, Side side);

// The column of calls on the side of `metric`; the usual column for both sides and for plain metrics.
[[nodiscard]] std::optional<MetricIndex> CallsBeside(const Cct& tree, MetricIndex metric);

// The view's metric; for a side of a comparison its column.
[[nodiscard]] MetricIndex MetricOf(const PolymetricWanted& wanted, std::optional<Side> side);

// The value of the largest size, with its sign; 0 if no value is known. Whether any value is below 0.
[[nodiscard]] double LargestOf(const MeasuredItems& measured);
[[nodiscard]] bool HasNegative(const MeasuredItems& measured);

// The border of a box that changed in this way, whatever it is filled with.
[[nodiscard]] Color ChangeColor(DifferenceKind change, DifferenceColors colors, Theme theme);

// The looks of unknown values.
[[nodiscard]] Color UnknownColor(Theme theme);
[[nodiscard]] Color UnknownStripes(Theme theme);

// The contents of a class's box, or of a package's with its classes.
struct InsideOfBox {
  uint64_t classes = 0, methods = 0, self = 0;
};
[[nodiscard]] InsideOfBox InsideOf(const PolymetricFound& found, MetricIndex metric, const PlacedBox& placed);

// Whether the profile knows for any function what its calls returned.
[[nodiscard]] bool KnowsReturns(const PolymetricFound& found);
// What calls returned: self grey, the same per receiver yellow, else white; and a tone for unknown.
[[nodiscard]] Color ReturnColor(ReturnKind kind, Theme theme);

// What the picture means.
[[nodiscard]] std::vector<LegendLine> LegendOf(const PolymetricFound& found, const PolymetricWanted& wanted,
                                               Theme theme, DifferenceColors colors = DifferenceColors::kMap);

// Around pictures: what is drawn, and of how much, as "incl time: 1.2 s, behavior of p.Main.run".
[[nodiscard]] std::string FactsOf(const PolymetricFound& found, const PolymetricWanted& wanted);

// What is said of the box under the pointer: of its method, or its class.
[[nodiscard]] BoxReadout ReadoutOf(const PolymetricFound& found, const PolymetricWanted& wanted,
                                   uint32_t box);

// The query for the contexts of a box that is a class, a package, a module, a file or a thread; else empty.
[[nodiscard]] std::string GroupOfBox(const PolymetricFound& found, const Cct& tree, uint32_t box);

// The text that shows the classes of a summary; empty for other boxes.
[[nodiscard]] std::string OpenedText(const PolymetricFound& found, uint32_t box);

// The own costs of the items of boxes, together: "1.2 s self, 3.1 %". Empty if no box is an item.
[[nodiscard]] std::string SumText(const PolymetricFound& found, const PolymetricWanted& wanted,
                                  std::span<const uint32_t> boxes);

// The boxes of callers and callees of a function's box, or of a summary's functions.
[[nodiscard]] std::vector<uint32_t> RelatedBoxes(const PolymetricFound& found, uint32_t box);

// For the status bar: "1,204 methods in 118 classes".
[[nodiscard]] std::string DrawnTextOf(const PolymetricFound& found);

// The figures of the boxes of PaintDiagram(); docs/blueprints.md explains each member. Costs are in the unit
// of their metric, and a side's in its column. Both arguments must outlive the result.
[[nodiscard]] DiagramFigures FiguresOf(const PolymetricFound& found, const PolymetricWanted& wanted,
                                       std::optional<Side> side);
// The figures of the boxes of PaintSides().
[[nodiscard]] DiagramFigures FiguresOfSides(const PolymetricFound& found, const PolymetricWanted& wanted);

}  // namespace ringscope::polymetric
