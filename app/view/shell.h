#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/core/effect.h"
#include "app/view/state/app_state.h"
#include "app/view/state/apply_task.h"
#include "app/view/steps/context_steps.h"

namespace ringscope::action {

struct CopyText {
  std::string text;
  std::string what;
};
using ShowDock = Change<bool, &Settings::dock_open>;
// Opens the dock; a dock that shows the tab already gets the keyboard.
struct ShowDockTab {
  DockTab tab = DockTab::kSource;
};
// A note in the status bar: why something cannot be done, mostly for want of something to do it with.
struct ShowNote {
  std::string text;
};
struct ReportError {
  ErrorNotice notice;
};
struct OpenContextMenu {
  Pointed on;  // a context of the active view, or a rest segment
  float x_px = 0;
  float y_px = 0;  // in the window
};
// The menu of a row: about a context, a function or a group.
struct OpenRowMenu {
  CommandSubject on;
  std::string name = {};                // of a group
  std::string row = {};                 // as text, to be copied; empty: no row
  std::optional<FrameId> in_file = {};  // of a group that is a file: a function in it
  float x_px = 0;
  float y_px = 0;
};
// Offers numbers and names to be copied, outside rows.
struct OpenCopyMenu {
  std::string name;
  std::vector<CopyOffer> offers;
  float x_px = 0;
  float y_px = 0;
};
// Opens or closes what lies over the window; `kBox`: its text box, which takes the keyboard.
template <bool AppState::*kOpen, TextBox kBox = TextBox::kNone>
struct Show {
  bool open = true;
};
template <bool AppState::*kOpen, TextBox kBox>
void Do(AppState& state, const Show<kOpen, kBox>& show, Effects&) {
  state.*kOpen = show.open;
  if (kBox != TextBox::kNone) AwaitBox(state, kBox, show.open);
}
struct CloseContextMenu {};
// The text box that was awaited has the keyboard.
struct KeyboardTaken {};
struct SetColumnWidth {
  std::string column;  // as ColumnWidth names it
  float width = 0;     // in units of the content scale; 0: the width it was made with
};

void Do(AppState& state, const CopyText& copy, Effects& effects);
void Do(AppState& state, const ShowDockTab& show, Effects& effects);
void Do(AppState& state, const ShowNote& show, Effects& effects);
void Do(AppState& state, const ReportError& report, Effects& effects);
void Do(AppState& state, ViewState& view, const OpenContextMenu& open, Effects& effects);
void Do(AppState& state, ViewState& view, const OpenRowMenu& open, Effects& effects);
void Do(AppState& state, ViewState& view, const OpenCopyMenu& open, Effects& effects);
void Do(AppState& state, const CloseContextMenu& close, Effects& effects);
void Do(AppState& state, const KeyboardTaken& taken, Effects& effects);
void Do(AppState& state, const SetColumnWidth& set, Effects& effects);

}  // namespace ringscope::action
