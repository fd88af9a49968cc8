#pragma once

#include <cstddef>
#include <optional>

#include "app/view/panel.h"
#include "app/views/versions/versions_model.h"

namespace ringscope::versions {

// The state of the panel between frames.
struct VersionsUi {
  std::optional<size_t> pointed;  // the execution that the state knows of
  SeenPlots seen;
};

// Handles the pointer over the plot of a pane. A click chooses an execution, with Ctrl it also compares it
// with the last choice; a double click shows the execution's rings beside, which then follow the pointer; a
// click on a line's name chooses its function. A readout describes the execution at the pointer.
void DrawPlotInput(const PlotModel& model, const Plot& plot, size_t pane, const PanelRect& rect,
                   VersionsUi& ui, const PanelContext& ctx);

// The rows of the side panel.
void DrawPlotRows(const AppState& state, const PlotModel& model, const PanelContext& ctx);

}  // namespace ringscope::versions
