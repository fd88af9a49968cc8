#pragma once

#include <optional>

#include "app/core/app_state.h"
#include "app/search/search_panels.h"
#include "app/source/source_panel.h"
#include "app/tables/tables_panels.h"
#include "app/widgets/panel_context.h"

namespace ringscope {

struct DockUi {
  bool drawn_before = false;
  std::optional<DockTab> shown;  // in the frame before
  TablePanelUi table;
  NeighboursPanelUi neighbours;
  SourcePanelUi source;
  TreePanelUi tree;
  MatchesPanelUi matches;
};

// What lies below the charts: its tabs, the chosen one, and an edge that can be dragged. Nothing while it is
// closed.
void DrawDock(const AppState& state, const PanelRect& rect, DockUi& ui, const PanelContext& ctx);

}  // namespace ringscope
