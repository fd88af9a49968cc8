#pragma once

#include "app/core/app_state.h"
#include "app/core/effect.h"
#include "app/saving/saving_actions.h"

namespace ringscope::apply {

void Do(AppState& state, const action::SaveAs& save, Effects& effects);
void Do(AppState& state, const action::ShowSaveDialog& show, Effects& effects);
void Do(AppState& state, const action::SaveFinished& finished, Effects& effects);
void Do(AppState& state, const action::WindowLoaded& finished, Effects& effects);



}  // namespace ringscope::apply
