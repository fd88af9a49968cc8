#pragma once

#include <cstddef>

#include "app/view/panel.h"
#include "app/views/inputs/inputs_panel.h"

namespace ringscope::inputs {

// Beside the plots: the filter, the functions with how fast they grow, and the points of the one that is plotted.
void DrawInputsTables(const InputsModel& model, size_t pane, const PanelRect& rect, InputsUi& ui,
                      const PanelContext& ctx);

}  // namespace ringscope::inputs
