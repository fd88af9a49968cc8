#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/compare/compare_model.h"
#include "app/core/app_state.h"
#include "app/view/panel.h"
#include "cct/source/source_changes.h"

namespace ringscope {

struct CompareDialogUi {
  bool was_open = false;
  std::vector<CompareRow> rows;
  bool exact = false;
  bool by_share = false;
  SideSources source;  // as typed
  std::string rules;   // likewise
  // What keys are about: a row, then the three things below the rows.
  size_t cursor = 0;
  std::optional<size_t> dragged;  // the choice that rows get while the pointer is dragged over them
};

// What the active view shows of its comparison, and the switch for it. False where there is nothing to draw.
bool DrawComparisonPanel(const AppState& state, const PanelContext& ctx);

// Which of the open profiles are before, and which after.
void DrawCompareDialog(const AppState& state, CompareDialogUi& ui, const PanelContext& ctx);

}  // namespace ringscope
