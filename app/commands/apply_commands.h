#pragma once

#include "app/commands/commands_actions.h"
#include "app/core/app_state.h"
#include "app/core/effect.h"

namespace ringscope::apply {

void Do(AppState& state, const action::OpenContextMenu& open, Effects& effects);
void Do(AppState& state, const action::OpenFunctionMenu& open, Effects& effects);
void Do(AppState& state, const action::CloseContextMenu& close, Effects& effects);
void Do(AppState& state, const action::ShowPalette& show, Effects& effects);
void Do(AppState& state, const action::ShowKeyList& show, Effects& effects);



}  // namespace ringscope::apply
