#include "app/window/window_layout.h"

#include <algorithm>
#include <cmath>

#include "app/timeline/timeline_model.h"

namespace ringscope {
namespace {

// A gap between charts wide enough to be seen as one.
constexpr float kPaneGap = 1;
// A side panel that nobody made wider leaves more of a narrow window to the chart, but its own least width.
constexpr float kUsualSideShare = 0.32f;
constexpr float kLeastSideWidth = 300;

void DivideBody(const WindowLayoutSpec& spec, WindowLayout& layout) {
  // The charts keep at least half of the height.
  const float dock = std::round(std::min(spec.dock_height * spec.scale, layout.body.height / 2));
  const float chips = spec.with_chips ? std::round(UiMetrics::kChipRowHeight * spec.scale) : 0;
  layout.chips = {layout.body.x, layout.body.y, layout.body.width, chips};
  const float timeline = spec.with_timeline ? std::round(UiMetrics::kTimelineHeight * spec.scale) : 0;
  layout.timeline = {layout.body.x, layout.body.y + chips, layout.body.width, timeline};
  const PanelRect body{layout.body.x, layout.body.y + chips + timeline, layout.body.width,
                       std::max(1.0f, layout.body.height - chips - timeline)};
  layout.dock = {body.x, body.y + body.height - dock, body.width, dock};
  const auto panes = static_cast<float>(std::max<size_t>(spec.panes, 1));
  const float gap = std::max(1.0f, std::round(kPaneGap * spec.scale));
  const float width = std::max(1.0f, std::floor((body.width - gap * (panes - 1)) / panes));
  const float header = panes > 1 ? std::round(UiMetrics::kPaneHeaderHeight * spec.scale) : 0;
  for (float i = 0; i < panes; ++i) {
    const float x = body.x + i * (width + gap);
    const float w = i + 1 < panes ? width : std::max(1.0f, body.x + body.width - x);
    layout.pane_headers.push_back({x, body.y, w, header});
    layout.charts.push_back({x, body.y + header, w, std::max(1.0f, body.height - dock - header)});
  }
}

}  // namespace

WindowLayout BuildWindowLayout(const WindowLayoutSpec& spec) {
  WindowLayout layout;
  const float width = std::max(spec.width_px, 1.0f), height = std::max(spec.height_px, 1.0f);
  const float tabs = spec.with_tabs ? std::round(UiMetrics::kTabRowHeight * spec.scale) : 0;
  const float top = std::round(UiMetrics::kTopBarHeight * spec.scale);
  const float status = std::round(UiMetrics::kStatusBarHeight * spec.scale);
  // A narrow window keeps three fifths of itself, or more, for the chart and the tables below it.
  const float most = width * std::min(spec.side_panel_share, kMostSideShare);
  const float least = std::min(kLeastSideWidth * spec.scale, width * kMostSideShare);
  const float side = std::round(std::min(spec.side_panel_width * spec.scale, std::max(most, least)));
  const float body = std::max(height - tabs - top - status, 1.0f);
  layout.tabs = {0, 0, width, tabs};
  layout.top_bar = {0, tabs, width, top};
  layout.body = {0, tabs + top, width - side, body};
  layout.side_panel = {width - side, tabs + top, side, body};
  layout.status_bar = {0, tabs + top + body, width, status};
  DivideBody(spec, layout);
  return layout;
}

WindowLayoutSpec LayoutSpecOf(const AppState& state, float width_px, float height_px, float scale) {
  WindowLayoutSpec spec;
  spec.width_px = width_px;
  spec.height_px = height_px;
  spec.scale = scale;
  spec.side_panel_width = state.settings.side_panel_width;
  if (spec.side_panel_width == kUsualSidePanelWidth) spec.side_panel_share = kUsualSideShare;
  spec.with_tabs = state.views.size() > 1;
  const ViewState* view = ActiveView(state);
  spec.with_chips = view != nullptr && !view->pipeline.wanted.empty();
  spec.with_timeline = HasTimeline(state);
  spec.panes = state.panes.size();
  if (!state.panes.empty())
    spec.dock_height = state.settings.dock_open ? state.settings.dock_height : UiMetrics::kDockTabsHeight;
  return spec;
}

}  // namespace ringscope
