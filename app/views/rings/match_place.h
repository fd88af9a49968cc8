#pragma once

#include "app/view/state/app_state.h"
#include "app/view/state/view_history.h"

namespace ringscope {

// The least arc and thickness of a context that counts as seen.
inline constexpr double kSeenArcPx = 8;
inline constexpr double kSeenLayerPx = 6;

// Where to look so that a context can be seen, as near as possible to the present place: the present place if
// it shows the context; else with more layers; else with a new centre, the outermost caller below the present
// centre (the outermost of all for a context elsewhere) around which the context's arc is long and thick
// enough; at last the context itself. O(layers log n).
[[nodiscard]] ViewPosition PositionThatShows(const ViewState& view, const PaneState& pane, ContextId context);

// The present place, with as many layers as it takes to reach a context below the centre. O(layers log n).
[[nodiscard]] ViewPosition PositionWithLayersTo(const ViewState& view, ContextId context);

}  // namespace ringscope
