#pragma once

#include "app/view/panel.h"
#include "app/views/evolution/evolution_model.h"

namespace ringscope::evolution {

// The rows of the side panel: what sizes and colours mean, and what can be shown.
void DrawEvolutionRows(const AppState& state, const EvolutionModel& model, const PanelContext& ctx);

}  // namespace ringscope::evolution
