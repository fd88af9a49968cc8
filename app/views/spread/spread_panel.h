#pragma once

#include <vector>

#include "app/charts/plot_pointer.h"
#include "app/view/panel.h"
#include "app/views/spread/spread.h"
#include "renderer/plot/plot_layout.h"

namespace ringscope::spread {

// The layout of a pane, in pixels from its upper left corner: the plots, and the table beside or below them.
struct SpreadLayout {
  PixelBox plots;
  PanelRect table;
};
[[nodiscard]] SpreadLayout LayOutPane(float width_px, float height_px, float scale);

// Handles the pointer over the plots (readout, click, pan and zoom in `seen`), and draws the table. `laid`:
// the model's plots as drawn.
void DrawSpreadPanel(const SpreadModel& model, const std::vector<LaidPlot>& laid, size_t pane,
                     const PanelRect& rect, SeenPlots& seen, const PanelContext& ctx);
// Draws the rows of the side panel.
void DrawSpreadRows(const SpreadModel& model, const PanelContext& ctx);

}  // namespace ringscope::spread
