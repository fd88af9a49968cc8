#pragma once

#include "app/views/polymetric/layout_parts.h"

// The arrangements, each of which adds boxes and edges of what was found.
namespace ringscope::polymetric {

// Classes with a grid of their methods inside, subclasses below; or, without a table of classes, inside their
// packages.
void ArrangeClasses(LayoutParts& parts);
// Functions, callers above callees.
void ArrangeFunctions(LayoutParts& parts);
// Contexts, callers above callees.
void ArrangeContexts(LayoutParts& parts);
// Any items in rows, by increasing height.
void ArrangeRows(LayoutParts& parts);
// Any items by x and y, with axes.
void ArrangePlot(LayoutParts& parts);

}  // namespace ringscope::polymetric
