#pragma once

#include "app/core/app_state.h"
#include "app/core/effect.h"
#include "app/source/source_actions.h"

namespace ringscope::apply {

void Do(AppState& state, const action::OpenSource& open, Effects& effects);
void Do(AppState& state, const action::ReloadSource& reload, Effects& effects);
void Do(AppState& state, const action::OpenInEditor& open, Effects& effects);

// Asks for the source of what is looked at, where it is shown and was not asked for yet. After every action.
void RefreshSource(AppState& state, Effects& effects);

}  // namespace ringscope::apply
