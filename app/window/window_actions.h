#pragma once

#include "app/core/effect.h"
#include "app/view/state/app_state.h"

namespace ringscope::action {

// Esc: closes a dialog, else ends the search, else what the kind of view leaves first (ViewKind::leave), else
// clears the selection.
struct Clear {};
struct SetWindowSize {
  int width = 0;
  int height = 0;
};
struct SetSidePanelWidth {
  float width = 0;
};
// Gives the keyboard to the next part of the window, or one before: chart, side panel, dock, and around.
struct StepKeyboardArea {
  int steps = 1;
};
// A part got the keyboard by a click.
struct KeyboardIsAt {
  KeyboardArea area = KeyboardArea::kChart;
};
struct SetDockHeight {
  float height = 0;
};
struct SetDockWidth {
  float width = 0;
};
struct ShowReport {
  bool open = true;
};
struct DismissError {};
struct Quit {};
struct ShowPalette {
  bool open = true;
};
struct ShowKeyList {
  bool open = true;
};

void Do(AppState& state, const Clear& clear, Effects& effects);
void Do(AppState& state, const SetWindowSize& set, Effects& effects);
void Do(AppState& state, const SetSidePanelWidth& set, Effects& effects);
void Do(AppState& state, const StepKeyboardArea& step, Effects& effects);
void Do(AppState& state, const KeyboardIsAt& at, Effects& effects);
void Do(AppState& state, const SetDockHeight& set, Effects& effects);
void Do(AppState& state, const SetDockWidth& set, Effects& effects);
void Do(AppState& state, const ShowReport& show, Effects& effects);
void Do(AppState& state, const DismissError& dismiss, Effects& effects);
void Do(AppState& state, const Quit& quit, Effects& effects);
void Do(AppState& state, const ShowPalette& show, Effects& effects);
void Do(AppState& state, const ShowKeyList& show, Effects& effects);

}  // namespace ringscope::action
