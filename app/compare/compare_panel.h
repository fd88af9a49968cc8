#pragma once

#include <vector>

#include "app/compare/compare_model.h"
#include "app/core/app_state.h"
#include "app/widgets/panel_context.h"

namespace ringscope {

struct CompareDialogUi {
  bool was_open = false;
  std::vector<CompareRow> rows;
  bool exact = false;
  bool by_share = false;
};

// What the active view shows of its comparison, and the switch for it. False where there is nothing to draw.
bool DrawComparisonPanel(const AppState& state, const PanelContext& ctx);

// Which of the open profiles are before, and which after.
void DrawCompareDialog(const AppState& state, CompareDialogUi& ui, const PanelContext& ctx);

}  // namespace ringscope
