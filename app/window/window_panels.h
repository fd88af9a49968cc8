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
#include "app/widgets/panel_context.h"
#include "app/window/dock_panel.h"
#include "app/window/window_layout.h"
#include "renderer/layout/arc_batch.h"
#include "renderer/legend/legend.h"

namespace ringscope {

// What all panels keep between frames.
struct WindowUi {
  SearchUi search;
  CommandPaletteUi palette;
  ContextMenuUi context_menu;
  SettingsDialogUi settings;
  PipelineUi pipeline;
  LegendUi legend;
  DerivedUi derived;
  // Parts of the charts that panels cover, from the frame before: what lies there is not the charts'.
  std::vector<PanelRect> covers;
  OpenDialogUi open_dialog;
  DockUi dock;
  SaveDialogUi save_dialog;
};

// What panels need to know of the charts.
struct WindowView {
  std::vector<const ArcBatch*> batches;  // one a pane; null where nothing is shown
  std::vector<const Legend*> legends;    // likewise
  ImVec2 pointer{-1, -1};                // in pixels
  std::optional<size_t> pane_at_pointer;

  [[nodiscard]] const ArcBatch* batch(size_t pane) const {
    return pane < batches.size() ? batches[pane] : nullptr;
  }
};

// Everything of the window but the charts themselves, between ImGui::NewFrame() and Render().
void DrawWindowPanels(const AppState& state, const WindowView& view, const WindowLayout& layout, WindowUi& ui,
                      const PanelContext& ctx);

}  // namespace ringscope
