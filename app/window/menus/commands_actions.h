#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/core/app_state.h"
#include "app/core/effect.h"
#include "app/view/steps/context_steps.h"

namespace ringscope::action {

struct OpenContextMenu {
  Pointed on;  // a context of the active view, or a rest segment
  float x_px = 0;
  float y_px = 0;  // in the window
};
// The menu of a row: of a context, a function or a group.
struct OpenRowMenu {
  CommandSubject on;
  std::string name = {};                // of a group
  std::string row = {};                 // as text, to be copied; empty: there is none
  std::optional<FrameId> in_file = {};  // of a group that is a file: a function in it
  float x_px = 0;
  float y_px = 0;
};
// Offers numbers and names to be copied, where they are no row.
struct OpenCopyMenu {
  std::string name;
  std::vector<CopyOffer> offers;
  float x_px = 0;
  float y_px = 0;
};
struct CloseContextMenu {};
struct ShowPalette {
  bool open = true;
};
struct ShowKeyList {
  bool open = true;
};

void Do(AppState& state, const OpenContextMenu& open, Effects& effects);
void Do(AppState& state, const OpenRowMenu& open, Effects& effects);
void Do(AppState& state, const OpenCopyMenu& open, Effects& effects);
void Do(AppState& state, const CloseContextMenu& close, Effects& effects);
void Do(AppState& state, const ShowPalette& show, Effects& effects);
void Do(AppState& state, const ShowKeyList& show, Effects& effects);

}  // namespace ringscope::action
