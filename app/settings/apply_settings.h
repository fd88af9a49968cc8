#pragma once

#include "app/core/app_state.h"
#include "app/core/effect.h"
#include "app/settings/settings_actions.h"

namespace ringscope::apply {

void Do(AppState& state, const action::ShowSettings& show, Effects& effects);
void Do(AppState& state, const action::SetZoom& set, Effects& effects);
void Do(AppState& state, const action::SetDefaultView& set, Effects& effects);
void Do(AppState& state, const action::SetSourceSettings& set, Effects& effects);
void Do(AppState& state, const action::SetTheme& set, Effects& effects);
void Do(AppState& state, const action::SetAnimations& set, Effects& effects);



}  // namespace ringscope::apply
