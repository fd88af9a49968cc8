#pragma once

#include "app/view/state/app_state.h"
#include "app/view/state/view_history.h"

namespace ringscope {

// The least arc and thickness with which a context counts as seen.
inline constexpr double kSeenArcPx = 8;
inline constexpr double kSeenLayerPx = 6;

// Where to look so that a context can be seen, as near as possible to where one looks already: the present
// place if that will do; else with more layers; else with the outermost caller below the present centre (the
// outermost of all where the context lies elsewhere) at the centre with which its arc is long and thick
// enough; at last the context itself. O(layers log n).
[[nodiscard]] ViewPosition PositionThatShows(const ViewState& view, const PaneState& pane, ContextId context);

// The present place, and as many layers as a context below the centre needs to be among them. O(layers log
// n).
[[nodiscard]] ViewPosition PositionWithLayersTo(const ViewState& view, ContextId context);

}  // namespace ringscope
