#pragma once

#include "app/view/view_state.h"

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
