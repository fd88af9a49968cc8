#pragma once

#include <memory>
#include <string>

#include "app/core/app_state.h"
#include "app/tables/tree_table_model.h"
#include "app/widgets/panel_context.h"
#include "app/widgets/table_view.h"

namespace ringscope {

// What the list of matches keeps between frames.
struct MatchesPanelUi {
  TableUi table;
  std::string opened_for;  // what was searched for when the list was opened
  HasModules has_modules;
  std::shared_ptr<const SortedMatches> listed;  // what it was scrolled in
  ContextId selected = kNoContext;              // what it was scrolled to
  ContextId pointed = kNoContext;               // that the pointer is on here
};

// What the search found below the view root, in the rest of the current window.
void DrawMatchesPanel(const AppState& state, MatchesPanelUi& ui, const PanelContext& ctx);

}  // namespace ringscope
