#pragma once

#include "app/diagram/diagram_json.h"
#include "app/views/polymetric/polymetric_state.h"

namespace ringscope::polymetric {

// What the boxes of PaintDiagram(), or `beside` of PaintSides(), stand for; docs/blueprints.md says what each
// member is. Costs are in the unit of their metric. Both must outlive it.
[[nodiscard]] DiagramFigures FiguresOf(const PolymetricFound& found, const PolymetricWanted& wanted,
                                       bool beside);

}  // namespace ringscope::polymetric
