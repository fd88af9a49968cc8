#pragma once

#include <string>

#include "app/core/notices.h"
#include "app/window/dock_tab.h"

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
// Opens the dock.
struct ShowDockTab {
  DockTab tab = DockTab::kSource;
};
struct SetDockHeight {
  float height = 0;
};
struct ShowReport {
  bool open = true;
};
// In the status bar.
struct ShowNote {
  std::string text;
};
struct ReportError {
  ErrorNotice notice;
};
struct DismissError {};
struct Quit {};

}  // namespace ringscope::action
