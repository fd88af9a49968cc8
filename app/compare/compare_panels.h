#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/compare/compare.h"
#include "app/view/panel.h"
#include "app/view/state/app_state.h"
#include "app/view/table/table_view.h"
#include "cct/source/source_changes.h"

namespace ringscope {

struct CompareDialogUi {
  bool was_open = false;
  std::vector<CompareRow> rows;
  bool exact = false;
  bool by_share = false;
  SideSources source;      // as typed
  std::string rules;       // as typed
  bool was_asked = false;  // to compare, while something was wrong
  // The place of the keyboard: a row, then the three controls below the rows.
  size_t cursor = 0;
  std::optional<size_t> dragged;  // the choice that rows get while the pointer is dragged over them
};

// The dialog that puts open profiles on the sides of a comparison.
void DrawCompareDialog(const AppState& state, CompareDialogUi& ui, const PanelContext& ctx);

struct RenamesPanelUi {
  TableUi table;
  std::string rules_file;  // as typed
  bool is_typing = false;  // the file has the keyboard
};

// The pairs of functions that look renamed between the sides of a comparison, in the rest of the current
// window: a row each, the choices, and the file that keeps them.
void DrawRenamesPanel(const AppState& state, RenamesPanelUi& ui, const PanelContext& ctx);

// Above the chart: the offer to join a rename that explains much, and the list of applied renames.
void DrawRenameBanner(const AppState& state, const PanelRect& rect, const PanelContext& ctx);

}  // namespace ringscope
