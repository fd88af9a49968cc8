#pragma once

#include "app/panels/panel_context.h"

namespace ringscope {

// How the window is divided. All in pixels of the framebuffer, whole numbers, so that edges are sharp.
struct WindowLayout {
  PanelRect tabs;  // empty with fewer than two profiles
  PanelRect top_bar;
  PanelRect chart;
  PanelRect side_panel;
  PanelRect status_bar;
};

[[nodiscard]] WindowLayout BuildWindowLayout(float width_px, float height_px, float scale,
                                             float side_panel_width, bool with_tabs);

}  // namespace ringscope
