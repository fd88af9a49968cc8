#pragma once

#include "app/core/app_state.h"
#include "app/core/effect.h"
#include "app/window/window_actions.h"

namespace ringscope::apply {

void Do(AppState& state, const action::Clear& clear, Effects& effects);
void Do(AppState& state, const action::CopyText& copy, Effects& effects);
void Do(AppState& state, const action::SetWindowSize& set, Effects& effects);
void Do(AppState& state, const action::SetSidePanelWidth& set, Effects& effects);
void Do(AppState& state, const action::ShowDock& show, Effects& effects);
void Do(AppState& state, const action::ShowDockTab& show, Effects& effects);
void Do(AppState& state, const action::SetDockHeight& set, Effects& effects);
void Do(AppState& state, const action::ShowReport& show, Effects& effects);
void Do(AppState& state, const action::ShowNote& show, Effects& effects);
void Do(AppState& state, const action::ReportError& report, Effects& effects);
void Do(AppState& state, const action::DismissError& dismiss, Effects& effects);
void Do(AppState& state, const action::Quit& quit, Effects& effects);



}  // namespace ringscope::apply
