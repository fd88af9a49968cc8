#pragma once

#include <optional>

#include "app/core/app_state.h"
#include "app/widgets/panel_context.h"
#include "app/widgets/table_view.h"

namespace ringscope {

struct NeighboursPanelUi {
  TableUi callers, callees;
  FunctionName centre;  // of the frame before: lists of another function begin at their top
};

// Who calls a function and what it calls, in the rest of the current window. Returns the function of the row
// under the pointer.
std::optional<FrameId> DrawNeighboursPanel(const AppState& state, NeighboursPanelUi& ui,
                                           const PanelContext& ctx);

}  // namespace ringscope
