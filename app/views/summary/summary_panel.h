#pragma once

#include <cstddef>

#include "app/view/panel.h"
#include "app/views/summary/summary_model.h"

namespace ringscope::summary {

// Fills the chart of a pane with the page. A click on a function chooses it, a double click shows it in
// rings.
void DrawPage(const Page& page, const AppState& state, size_t pane, const PanelRect& rect,
              const PanelContext& ctx);

}  // namespace ringscope::summary
