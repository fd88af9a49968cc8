#pragma once

#include "app/core/app_state.h"
#include "app/details/details_model.h"
#include "app/widgets/panel_context.h"

namespace ringscope {

// The context under the pointer, else the selected one, else the centre: what it is, what it costs, who calls
// it. Fills the rest of the window it is drawn in.
void DrawDetailsPanel(const AppState& state, const DetailsModel& model, const PanelContext& ctx);

}  // namespace ringscope
