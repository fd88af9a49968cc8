#pragma once

#include "app/core/app_state.h"
#include "app/core/effect.h"
#include "app/documents/documents_actions.h"

namespace ringscope::apply {

void Do(AppState& state, const action::OpenFile& open, Effects& effects);
void Do(AppState& state, const action::CloseDocument& close, Effects& effects);
void Do(AppState& state, const action::ForgetRecentFile& forget, Effects& effects);
void Do(AppState& state, const action::ShowOpenDialog& show, Effects& effects);
void Do(AppState& state, const action::PreviewLoaded& preview, Effects& effects);
void Do(AppState& state, const action::LoadFinished& finished, Effects& effects);

// Tells once of a tree that turned out to be damaged. After every action.
void RefreshChecks(AppState& state);

}  // namespace ringscope::apply
