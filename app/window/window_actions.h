#pragma once

#include "app/core/app_state.h"
#include "app/core/effect.h"

namespace ringscope::action {

// Esc: dialogs, then the search, then the selection.
struct Clear {};
struct CopyText {
  std::string text;
  std::string what;
};
struct SetWindowSize {
  int width = 0;
  int height = 0;
};
struct SetSidePanelWidth {
  float width = 0;
};
struct ShowDock {
  bool open = true;
};
// Opens the dock; what it shows already gets the keyboard.
struct ShowDockTab {
  DockTab tab = DockTab::kSource;
};
// The next part of the window, or one before, gets the keyboard: chart, side panel, dock, and around.
struct StepKeyboardArea {
  int steps = 1;
};
// A part has got it, by a click.
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
// In the status bar: why something cannot be done, mostly for want of something to do it with.
struct ShowNote {
  std::string text;
};
struct ReportError {
  ErrorNotice notice;
};
struct DismissError {};
struct Quit {};

void Do(AppState& state, const Clear& clear, Effects& effects);
void Do(AppState& state, const CopyText& copy, Effects& effects);
void Do(AppState& state, const SetWindowSize& set, Effects& effects);
void Do(AppState& state, const SetSidePanelWidth& set, Effects& effects);
void Do(AppState& state, const ShowDock& show, Effects& effects);
void Do(AppState& state, const ShowDockTab& show, Effects& effects);
void Do(AppState& state, const StepKeyboardArea& step, Effects& effects);
void Do(AppState& state, const KeyboardIsAt& at, Effects& effects);
void Do(AppState& state, const SetDockHeight& set, Effects& effects);
void Do(AppState& state, const SetDockWidth& set, Effects& effects);
void Do(AppState& state, const ShowReport& show, Effects& effects);
void Do(AppState& state, const ShowNote& show, Effects& effects);
void Do(AppState& state, const ReportError& report, Effects& effects);
void Do(AppState& state, const DismissError& dismiss, Effects& effects);
void Do(AppState& state, const Quit& quit, Effects& effects);

}  // namespace ringscope::action
