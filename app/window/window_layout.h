#pragma once

#include <vector>

#include "app/view/panel.h"
#include "app/view/state/app_state.h"

namespace ringscope {

// How the window is divided. All in pixels of the framebuffer, whole numbers, so that edges are sharp.
struct WindowLayout {
  PanelRect tabs;  // empty with fewer than two profiles
  PanelRect top_bar;
  PanelRect body;                 // between the bars, left of the side panel: steps, charts and dock
  PanelRect chips;                // the steps of the pipeline above the charts; empty without any
  PanelRect timeline;             // when samples were taken, above the charts; empty without times
  std::vector<PanelRect> charts;  // one a pane, side by side; below some a strip is left free for their panels
  // Above each chart what it shows; empty rectangles while there is one chart only.
  std::vector<PanelRect> pane_headers;
  PanelRect dock;  // tables below the charts or at their right; its tabs alone while it is closed
  bool dock_at_right = false;
  PanelRect side_panel;
  PanelRect status_bar;
};

// The largest share of the window that a side panel takes.
inline constexpr float kMostSideShare = 0.4f;

// What the window's division depends on; lengths in units of the content scale but for the window's own.
struct WindowLayoutSpec {
  float width_px = 0;
  float height_px = 0;
  float scale = 1;
  float side_panel_width = 400;
  float dock_height = 0;  // of its tabs alone where it is closed; 0: there is none, or it lies at the right
  bool with_tabs = false;
  size_t panes = 1;
  bool with_chips = false;
  bool with_timeline = false;
  float side_panel_share = kMostSideShare;  // up to that
  float dock_width = 0;                     // at the right; 0: it does not lie there
  std::vector<float> strips;                // below each chart, for its panels; none where it is empty
  float most_dock_width = 0;                // more than that is taken up to here where charts do not need it
};

[[nodiscard]] WindowLayout BuildWindowLayout(const WindowLayoutSpec& spec);

// The spec that fits the state and a window of this size.
[[nodiscard]] WindowLayoutSpec LayoutSpecOf(const AppState& state, float width_px, float height_px,
                                            float scale);

}  // namespace ringscope
