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

// The width of the border of changed boxes in a comparison.
inline constexpr float kChangedBorderPx = 3;

// The picture: box k of the layout is box k of the diagram. `side`: only that side, in the room of both
// sides. `colors`: for the borders of changed boxes.
[[nodiscard]] Diagram PaintDiagram(const PolymetricFound& found, const PolymetricWanted& wanted, Theme theme,
                                   std::optional<Side> side = std::nullopt,
                                   DifferenceColors colors = DifferenceColors::kMap);

// Both sides beside each other in one picture, each below its name.
[[nodiscard]] Diagram PaintSides(const PolymetricFound& found, const PolymetricWanted& wanted, Theme theme);
// The name of a side in the comparison: "before: words 1.0".
[[nodiscard]] std::string SideText(const PolymetricWanted& wanted, Side side);

// The column of calls on the side of `metric`; the usual column for both sides and for plain metrics.
[[nodiscard]] std::optional<MetricIndex> CallsBeside(const Cct& tree, MetricIndex metric);

// The view's metric; for a side of a comparison, the metric's column of that side.
[[nodiscard]] MetricIndex MetricOf(const PolymetricWanted& wanted, std::optional<Side> side);

// The value of the largest absolute value, with its sign; 0 if no value is known.
[[nodiscard]] double LargestOf(const MeasuredItems& measured);
[[nodiscard]] bool HasNegative(const MeasuredItems& measured);

// The colour of the border of a box that changed in this way.
[[nodiscard]] Color ChangeColor(DifferenceKind change, DifferenceColors colors, Theme theme);

// The fill of boxes with an unknown value, and the stripes over it.
[[nodiscard]] Color UnknownColor(Theme theme);
[[nodiscard]] Color UnknownStripes(Theme theme);

// The contents of a class's box, or of a package's with its classes.
struct InsideOfBox {
  uint64_t classes = 0, methods = 0, self = 0;
};
[[nodiscard]] InsideOfBox InsideOf(const PolymetricFound& found, MetricIndex metric, const PlacedBox& placed);

// Whether the profile has the returns of any function's calls.
[[nodiscard]] bool KnowsReturns(const PolymetricFound& found);
// The colour for the returns of calls: self grey, the same per receiver yellow, others white, unknown bluish.
[[nodiscard]] Color ReturnColor(ReturnKind kind, Theme theme);

// The meaning of sizes, colours, borders and lines, and what the picture lacks.
[[nodiscard]] std::vector<LegendLine> LegendOf(const PolymetricFound& found, const PolymetricWanted& wanted,
                                               Theme theme, DifferenceColors colors = DifferenceColors::kMap);

// The text around pictures: the total, and what is drawn, as "time: 1.2 s  ·  what p.Main.run reaches".
[[nodiscard]] std::string FactsOf(const PolymetricFound& found, const PolymetricWanted& wanted);

// The texts about the box under the pointer: its item, its class, or its summary.
[[nodiscard]] BoxReadout ReadoutOf(const PolymetricFound& found, const PolymetricWanted& wanted,
                                   uint32_t box);

// The query for the contexts of a box that is a class, a package, a module, a file or a thread; else empty.
[[nodiscard]] std::string GroupOfBox(const PolymetricFound& found, const Cct& tree, uint32_t box);

// The text that shows the classes of a summary; empty for other boxes.
[[nodiscard]] std::string OpenedText(const PolymetricFound& found, uint32_t box);

// The sum of the self costs of boxes: "1.2 s self, 3.1 %". Empty if no box is an item.
[[nodiscard]] std::string SumText(const PolymetricFound& found, const PolymetricWanted& wanted,
                                  std::span<const uint32_t> boxes);

// The boxes of callers and callees of a function's box, or of a summary's functions.
[[nodiscard]] std::vector<uint32_t> RelatedBoxes(const PolymetricFound& found, uint32_t box);

// For the status bar: "1,204 methods in 118 classes".
[[nodiscard]] std::string DrawnTextOf(const PolymetricFound& found);

// The figures of the boxes of PaintDiagram(); docs/blueprints.md explains each member. Costs are in the unit
// of their metric, those of a side from its column. `found` and `wanted` must outlive the result.
[[nodiscard]] DiagramFigures FiguresOf(const PolymetricFound& found, const PolymetricWanted& wanted,
                                       std::optional<Side> side);
// The figures of the boxes of PaintSides().
[[nodiscard]] DiagramFigures FiguresOfSides(const PolymetricFound& found, const PolymetricWanted& wanted);

}  // namespace ringscope::polymetric
