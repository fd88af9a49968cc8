#pragma once

#include <algorithm>

#include "app/core/effect.h"
#include "app/view/shell.h"
#include "app/view/state/app_state.h"

namespace ringscope::action {

// Esc: closes a dialog or menu, else ends the search or a filter, else takes the kind's own step
// (ViewKind::leave), else clears the selection.
struct Clear {};
struct SetWindowSize {
  int width = 0;
  int height = 0;
};
// Gives the keyboard to the next part of the window, or one before: chart, side panel, dock, and around.
struct StepKeyboardArea {
  int steps = 1;
};
// A click gave the keyboard to a part.
struct KeyboardIsAt {
  KeyboardArea area = KeyboardArea::kChart;
};
// Sets a size, in units of the content scale. It changes with every pixel of a drag, and is saved when the
// viewer ends.
template <float Settings::*kSize, int kLeast, int kMost>
struct Resize {
  float size = 0;
};
template <float Settings::*kSize, int kLeast, int kMost>
void Do(AppState& state, const Resize<kSize, kLeast, kMost>& resize, Effects&) {
  state.settings.*kSize = std::clamp<float>(resize.size, kLeast, kMost);
}
using SetSidePanelWidth = Resize<&Settings::side_panel_width, 280, 900>;
using SetDockHeight = Resize<&Settings::dock_height, 120, 2000>;
using SetDockWidth = Resize<&Settings::dock_width, static_cast<int>(kLeastDockWidth), 4000>;
struct ShowReport {
  bool open = true;
};
struct DismissError {};
struct Quit {};
using ShowPalette = Show<&AppState::palette_open, TextBox::kPalette>;
using ShowKeyList = Show<&AppState::key_list_open, TextBox::kKeys>;

void Do(AppState& state, const Clear& clear, Effects& effects);
void Do(AppState& state, const SetWindowSize& set, Effects& effects);
void Do(AppState& state, ViewState& view, const StepKeyboardArea& step, Effects& effects);
void Do(AppState& state, const KeyboardIsAt& at, Effects& effects);
void Do(AppState& state, const ShowReport& show, Effects& effects);
void Do(AppState& state, const DismissError& dismiss, Effects& effects);
void Do(AppState& state, const Quit& quit, Effects& effects);

}  // namespace ringscope::action
