#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/core/effect.h"
#include "app/view/state/app_state.h"
#include "app/view/state/apply_task.h"

namespace ringscope {

void Do(AppState& state, ViewState& view, const ContextMenuState& menu, action::Effects& effects);

}  // namespace ringscope

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
// Shows a note in the status bar: why a command cannot be done, mostly because its subject is missing.
struct ShowNote {
  std::string text;
};
struct ReportError {
  ErrorNotice notice;
};
struct OpenContextMenu {
  Pointed on;                // a context of the active view, or a rest segment
  float x_px = 0, y_px = 0;  // in the window
};
// The menu of a row: about a context, a function, a group, or texts to be copied.
using OpenRowMenu = ContextMenuState;
// Opens or closes a dialog or menu; `kBox`: its text box, which takes the keyboard.
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
  float width = 0;     // in units of the content scale; 0: the column's own width
};

void Do(AppState& state, const CopyText& copy, Effects& effects);
void Do(AppState& state, const ShowDockTab& show, Effects& effects);
void Do(AppState& state, const ShowNote& show, Effects& effects);
void Do(AppState& state, const ReportError& report, Effects& effects);
void Do(AppState& state, ViewState& view, const OpenContextMenu& open, Effects& effects);
void Do(AppState& state, const CloseContextMenu& close, Effects& effects);
void Do(AppState& state, const KeyboardTaken& taken, Effects& effects);
void Do(AppState& state, const SetColumnWidth& set, Effects& effects);

}  // namespace ringscope::action
