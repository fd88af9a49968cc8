#pragma once

#include <vector>

#include "app/view/kind/view_kind.h"
#include "app/view/panel.h"
#include "app/view/state/app_state.h"

namespace ringscope {

// The parts of the window, in whole pixels of the framebuffer, so that edges are sharp.
struct WindowLayout {
  PanelRect tabs;  // empty with fewer than two profiles
  PanelRect top_bar;
  PanelRect body;                 // between the bars, left of the side panel: steps, charts and dock
  PanelRect kinds;                // the bar of kinds of view on top of the body
  PanelRect strip;                // controls of the chart: below the kinds, beside them in wide windows
  PanelRect sides;                // the angle and the totals of a comparison; empty elsewhere
  PanelRect banner;               // about renames of a comparison; empty elsewhere
  PanelRect chips;                // the steps of the pipeline above the charts; empty without steps
  PanelRect timeline;             // when samples were taken, above the charts; empty without times
  std::vector<PanelRect> charts;  // one a pane, side by side; without the strips for panels
  // A header above each chart with its title; empty rectangles for a single chart.
  std::vector<PanelRect> pane_headers;
  PanelRect dock;  // tables below the charts or at their right; only its tabs while closed
  bool dock_at_right = false;
  PanelRect side_panel;
  PanelRect status_bar;
};

// The largest share of the window that a side panel takes.
inline constexpr float kMostSideShare = 0.4f;

// The inputs of the window's division; lengths in units of the content scale, the window's own in pixels.
struct WindowLayoutSpec {
  float width_px = 0;
  float height_px = 0;
  float scale = 1;
  float side_panel_width = 400;
  float dock_height = 0;  // of a closed dock that of its tabs; 0: no dock below the charts
  bool with_tabs = false;
  size_t panes = 1;
  bool with_kinds = false;
  bool with_strip = false;
  bool with_sides = false;
  bool with_banner = false;
  bool with_chips = false;
  bool with_timeline = false;
  float side_panel_share = kMostSideShare;  // the largest share of the window
  float dock_width = 0;                     // at the right; 0: no dock at the right
  std::vector<PaneStrips> strips;           // beside each chart, for its panels; empty: no strips
  float most_dock_width = 0;                // `dock_width` grows up to this if charts leave room
};

[[nodiscard]] WindowLayout BuildWindowLayout(const WindowLayoutSpec& spec);

// The spec for the state and a window of this size.
[[nodiscard]] WindowLayoutSpec LayoutSpecOf(const AppState& state, float width_px, float height_px,
                                            float scale);

}  // namespace ringscope
