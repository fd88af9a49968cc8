#pragma once

#include "app/core/app_state.h"
#include "app/core/effect.h"
#include "app/tables/tables_actions.h"

namespace ringscope::apply {

void Do(AppState& state, const action::ShowTable& show, Effects& effects);
void Do(AppState& state, const action::SortTable& sort, Effects& effects);
void Do(AppState& state, const action::SetTableFilter& set, Effects& effects);
void Do(AppState& state, const action::HoverFunction& hover, Effects& effects);
void Do(AppState& state, const action::ShowNeighbours& show, Effects& effects);
void Do(AppState& state, const action::StepNeighbours& step, Effects& effects);
void Do(AppState& state, const action::SortNeighbours& sort, Effects& effects);
void Do(AppState& state, const action::SetColumnWidth& set, Effects& effects);
void Do(AppState& state, const action::ExpandRow& expand, Effects& effects);
void Do(AppState& state, const action::CollapseTree& collapse, Effects& effects);
void Do(AppState& state, const action::ExpandHotPath& expand, Effects& effects);
void Do(AppState& state, const action::SetHotPathShare& set, Effects& effects);
void Do(AppState& state, const action::ShowInTree& show, Effects& effects);

// Asks for what the shown table has not got yet. After every action.
void RefreshTables(AppState& state, Effects& effects);
// Expands rows down to the selected context, where the table is shown and that was not done yet. After every
// action.
void RevealInTree(AppState& state);
// The table of the view after it got another tree.
void CarryOverTreeTable(const Cct& before, ViewState& view);

}  // namespace ringscope::apply
