#pragma once

#include "app/core/app_state.h"
#include "app/core/effect.h"

namespace ringscope::action {

struct OpenContextMenu {
  Pointed on;  // a context of the active view, or a rest segment
  float x_px = 0;
  float y_px = 0;  // in the window
};
struct OpenFunctionMenu {
  FrameId frame = 0;
  float x_px = 0;
  float y_px = 0;  // in the window
};
struct CloseContextMenu {};
struct ShowPalette {
  bool open = true;
};
struct ShowKeyList {
  bool open = true;
};

}  // namespace ringscope::action

namespace ringscope::apply {

void Do(AppState& state, const action::OpenContextMenu& open, Effects& effects);
void Do(AppState& state, const action::OpenFunctionMenu& open, Effects& effects);
void Do(AppState& state, const action::CloseContextMenu& close, Effects& effects);
void Do(AppState& state, const action::ShowPalette& show, Effects& effects);
void Do(AppState& state, const action::ShowKeyList& show, Effects& effects);

}  // namespace ringscope::apply
