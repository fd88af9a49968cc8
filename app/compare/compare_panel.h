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

// Which of the open profiles are before, and which after.
void DrawCompareDialog(const AppState& state, CompareDialogUi& ui, const PanelContext& ctx);

}  // namespace ringscope
