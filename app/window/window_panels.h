#pragma once

#include <optional>
#include <vector>

#include "app/charts/chart.h"
#include "app/colors/colors_panels.h"
#include "app/compare/compare_panels.h"
#include "app/details/details_panels.h"
#include "app/files/files_panels.h"
#include "app/search/search_panel.h"
#include "app/source/source_panel.h"
#include "app/tables/tables_panels.h"
#include "app/view/panel.h"
#include "app/view/state/app_state.h"
#include "app/view/view_panels.h"
#include "app/window/bars_model.h"
#include "app/window/menus/commands_panels.h"
#include "app/window/status_model.h"
#include "app/window/window_layout.h"

namespace ringscope {

struct DockUi {
  bool drawn_before = false;
  uint64_t keyboard_serial = 0;  // KeyboardFocus::serial of the last frame
  bool has_keyboard = false;
  std::optional<DockTab> shown;  // in the last frame
  TablePanelUi table;
  NeighboursPanelUi neighbours;
  SourcePanelUi source;
  TreePanelUi tree;
  MatchesPanelUi matches;
  RenamesPanelUi renames;
};

struct TabsUi {
  float scroll_px = 0;  // the scroll of tabs that have no room
  ViewId shown = 0;     // in the last frame
  size_t count = 0;
};

// The values that all panels keep between frames.
struct WindowUi {
  TabsUi tabs;
  SearchUi search;
  CommandPaletteUi palette;
  KeyListUi key_list;
  ContextMenuUi context_menu;
  SettingsDialogUi settings;
  PipelineUi pipeline;
  TimelineUi timeline;
  DerivedUi derived;
  // The rectangles of panels over the charts in the last frame: charts get no input from there.
  ChartOverlay overlay;
  OpenDialogUi open_dialog;
  DockUi dock;
  DetailsUi details;
  float kind_rows_px = 0;        // the height of DrawKindRows() in the last frame
  uint64_t keyboard_serial = 0;  // KeyboardFocus::serial of the last frame
  SaveDialogUi save_dialog;
  CompareDialogUi compare_dialog;
  RecordDialogUi record_dialog;
};

// The charts and the pointer, for panels.
struct WindowView {
  std::vector<Chart*> charts;               // one a pane; null on the start page
  ImVec2 pointer{-1, -1};                   // in pixels
  std::optional<size_t> pane_with_tooltip;  // under a pointer that moved since the last click

  [[nodiscard]] Chart* chart(size_t pane) const { return pane < charts.size() ? charts[pane] : nullptr; }
};

// Draws the window except its charts, between ImGui::NewFrame() and Render().
void DrawWindowPanels(const AppState& state, const WindowView& view, const WindowLayout& layout, WindowUi& ui,
                      const PanelContext& ctx);

// The parts of the window.

// Back, forward, caller, whole tree; the path of the view root; compare, record, palette and other tools.
void DrawTopBar(const AppState& state, const BreadcrumbModel& model, const PanelRect& rect,
                const PanelContext& ctx);

// One tab a view, if there are two or more. Tabs without room scroll, and stand in a list.
void DrawTabs(const AppState& state, TabsUi& ui, const PanelRect& rect, const PanelContext& ctx);

void DrawStatusBar(const StatusModel& model, const PanelRect& rect, const PanelContext& ctx);

// The dock: its tabs, the chosen one, and an edge to drag. While closed only the tabs.
void DrawDock(const AppState& state, const WindowLayout& layout, DockUi& ui, const PanelContext& ctx);

// Above the charts: the kinds of view, the controls of the active pane's `chart`, which may be null, and the
// angle of a comparison.
void DrawViewBar(const AppState& state, Chart* chart, const WindowLayout& layout, const PanelContext& ctx);
// In the side panel: the options of a kind without a strip, `height_px` high in the frame before; scrolls if
// they have no room. Returns the height.
float DrawKindRows(const AppState& state, Chart* chart, float height_px, const PanelContext& ctx);

// Above charts side by side: the profile of each, the switch that links them, and a button to close each.
// Draws nothing above a single chart.
void DrawPaneHeaders(const AppState& state, const WindowLayout& layout, const PanelContext& ctx);

}  // namespace ringscope
