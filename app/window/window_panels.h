#pragma once

#include <optional>
#include <vector>

#include "app/colors/colors_panels.h"
#include "app/commands/commands_panels.h"
#include "app/core/app_state.h"
#include "app/documents/documents_panels.h"
#include "app/saving/save_panel.h"
#include "app/search/search_panels.h"
#include "app/settings/settings_panel.h"
#include "app/steps/pipeline_panel.h"
#include "app/views/chart.h"
#include "app/widgets/panel_context.h"
#include "app/window/dock_panel.h"
#include "app/window/window_layout.h"

namespace ringscope {

// What all panels keep between frames.
struct WindowUi {
  SearchUi search;
  CommandPaletteUi palette;
  ContextMenuUi context_menu;
  SettingsDialogUi settings;
  PipelineUi pipeline;
  DerivedUi derived;
  // What covers parts of the charts, from the frame before: what happens there is not theirs.
  ChartOverlay overlay;
  OpenDialogUi open_dialog;
  DockUi dock;
  SaveDialogUi save_dialog;
};

// What panels need to know of the charts.
struct WindowView {
  std::vector<Chart*> charts;  // one a pane; null where nothing is shown
  ImVec2 pointer{-1, -1};      // in pixels
  std::optional<size_t> pane_at_pointer;

  [[nodiscard]] Chart* chart(size_t pane) const { return pane < charts.size() ? charts[pane] : nullptr; }
};

// Everything of the window but the charts themselves, between ImGui::NewFrame() and Render().
void DrawWindowPanels(const AppState& state, const WindowView& view, const WindowLayout& layout, WindowUi& ui,
                      const PanelContext& ctx);

}  // namespace ringscope
