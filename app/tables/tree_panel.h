#pragma once

#include <cstdint>

#include "app/core/app_state.h"
#include "app/tables/tree_rows.h"
#include "app/tables/tree_table_model.h"
#include "app/widgets/panel_context.h"
#include "app/widgets/table_view.h"

namespace ringscope {

// What the tree table keeps between frames.
struct TreePanelUi {
  TreeRows rows;
  TableUi table;
  HasModules has_modules;
  // What was scrolled for.
  ViewId view = 0;
  CctPtr tree;
  ViewRoot root;
  ContextId selected = kNoContext;
  uint64_t builds = 0;
  std::optional<uint64_t> selected_row;  // of the selected context, or of its nearest caller in sight
  ContextId pointed = kNoContext;        // that the pointer is on here
};

// The contexts below the view root as a table that unfolds, in the rest of the current window.
void DrawTreePanel(const AppState& state, TreePanelUi& ui, const PanelContext& ctx);

// What a row under the pointer says to the charts: they light it as long as the pointer is on it. `hovered`:
// its context, kNoContext for none; `pointed`: what it was in the frame before.
void PointFromTable(const ViewState& view, ContextId hovered, ContextId& pointed, const PanelContext& ctx);

}  // namespace ringscope
