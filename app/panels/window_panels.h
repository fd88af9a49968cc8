#pragma once

#include "app/model/app_state.h"
#include "app/panels/open_dialog.h"
#include "app/panels/panel_context.h"
#include "app/panels/search_panel.h"
#include "app/panels/window_layout.h"
#include "renderer/layout/arc_batch.h"

namespace ringscope {

// What all panels keep between frames.
struct WindowUi {
  SearchUi search;
  OpenDialogUi open_dialog;
};

// Everything of the window but the chart itself, between ImGui::NewFrame() and Render(). `batch` is what the
// chart shows, null while it shows nothing; `pointer` is where the pointer is, in pixels.
void DrawWindowPanels(const AppState& state, const ArcBatch* batch, const WindowLayout& layout,
                      ImVec2 pointer, WindowUi& ui, const PanelContext& ctx);

}  // namespace ringscope
