#pragma once

#include <optional>

#include "app/charts/diagram/diagram_json.h"
#include "app/views/polymetric/polymetric.h"

namespace ringscope::polymetric {

// What the boxes of PaintDiagram() stand for; docs/blueprints.md says what each member is. Costs are in the
// unit of their metric, of a side in its column. Both must outlive it.
[[nodiscard]] DiagramFigures FiguresOf(const PolymetricFound& found, const PolymetricWanted& wanted,
                                       std::optional<Side> side);
// The same of PaintSides().
[[nodiscard]] DiagramFigures FiguresOfSides(const PolymetricFound& found, const PolymetricWanted& wanted);

}  // namespace ringscope::polymetric
