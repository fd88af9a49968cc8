#pragma once

#include <optional>

#include "app/model/app_state.h"
#include "app/panels/matches_panel.h"
#include "app/panels/neighbours_panel.h"
#include "app/panels/panel_context.h"
#include "app/panels/source_panel.h"
#include "app/panels/table_panel.h"
#include "app/panels/tree_panel.h"

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
