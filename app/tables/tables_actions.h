#pragma once

#include "app/core/effect.h"
#include "app/view/state/app_state.h"

namespace ringscope::action {

// Opens the dock with it.
struct ShowTable {
  GroupBy by = GroupBy::kFunction;
};
struct SortTable {
  TableOrder order;
};
struct SetTableFilter {
  std::string text;
};
// The box above the shown table gets the keyboard; of functions where the dock is closed.
struct FocusTableFilter {};
// A row of a table: its function lights up while the pointer is on it.
struct HoverFunction {
  std::optional<FrameId> frame;
};
// Chooses the function and shows its callers and callees.
struct ShowNeighbours {
  FrameId frame = 0;
};
// Back (negative) and forward through the functions looked at.
struct StepNeighbours {
  int steps = 0;
};
struct SortNeighbours {
  TableOrder order;
};
// The contexts that the query of a row selects light up, and commands are about them.
struct ChooseGroup {
  std::string query;
  bool searches = true;  // false: commands alone are about them
};
struct SetTableColumns {
  TableColumns columns;
};
struct ExpandRow {
  ContextId context = kNoContext;
  bool expanded = true;
};
// Narrows the tree table to contexts that a query selects, with their callers; empty: all are shown.
struct SetTreeFilter {
  std::string text;
};
// Down to the view root's callees.
struct CollapseTree {};
// Follows the largest callees from a context (kNoContext: the selected one, else the view root) as long as
// each holds enough of its caller's cost, selects the last, and shows the layers down to it.
struct ExpandHotPath {
  ContextId from = kNoContext;
};
struct OutlineHotPath {
  bool on = true;
};
struct SetHotPathShare {
  int percent = 50;
};
// Selects it and opens the table where it stands.
struct ShowInTree {
  ContextId context = kNoContext;
};

void Do(AppState& state, const ShowTable& show, Effects& effects);
void Do(AppState& state, const SortTable& sort, Effects& effects);
void Do(AppState& state, const SetTableFilter& set, Effects& effects);
void Do(AppState& state, const FocusTableFilter& focus, Effects& effects);
void Do(AppState& state, const HoverFunction& hover, Effects& effects);
void Do(AppState& state, const ShowNeighbours& show, Effects& effects);
void Do(AppState& state, const StepNeighbours& step, Effects& effects);
void Do(AppState& state, const SortNeighbours& sort, Effects& effects);
void Do(AppState& state, const ChooseGroup& choose, Effects& effects);
void Do(AppState& state, const SetTableColumns& set, Effects& effects);
void Do(AppState& state, const ExpandRow& expand, Effects& effects);
void Do(AppState& state, const SetTreeFilter& set, Effects& effects);
void Do(AppState& state, const CollapseTree& collapse, Effects& effects);
void Do(AppState& state, const ExpandHotPath& expand, Effects& effects);
void Do(AppState& state, const OutlineHotPath& outline, Effects& effects);
void Do(AppState& state, const SetHotPathShare& set, Effects& effects);
void Do(AppState& state, const ShowInTree& show, Effects& effects);

// Asks for what the shown table has not got yet. After every action.
void RefreshTables(AppState& state, Effects& effects);
// Asks for what the tree table is narrowed to, where it is shown, and takes the answer. After every action.
void RefreshTreeFilters(AppState& state, Effects& effects);
// Expands rows down to the selected context, where the table is shown and that was not done yet. After every
// action.
void RevealInTree(AppState& state);
// Finds the hot path of each view that is shown, where it is outlined and something that it depends on has
// changed. After every action. O(callees of the contexts on it).
void RefreshHotPaths(AppState& state);

}  // namespace ringscope::action
