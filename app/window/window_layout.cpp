#include "app/window/window_layout.h"

#include <algorithm>
#include <cmath>

#include "app/compare/renames_model.h"
#include "app/view/difference/angle.h"
#include "app/view/timeline/timeline.h"

namespace ringscope {
namespace {

// The gap between charts.
constexpr float kPaneGap = 1;
// A side panel of the usual width leaves more of a narrow window to the chart, down to its least width.
constexpr float kUsualSideShare = 0.32f;
constexpr float kLeastSideWidth = 300;

// Charts this wide have the kinds of view and the controls of the chart in one bar.
constexpr float kBothBarsWidth = 1400;
constexpr float kKindsShare = 0.4f;

// A window whose width is more than kWideRatio times its height has room for tables beside the charts, if
// both get the usual width of a dock.
constexpr float kWideRatio = 1.6f;
constexpr float kMostUsualDockWidth = 900;
constexpr float kUsualDockShare = 0.3f;  // of the body's width, so that names and numbers are mostly whole

// A strip at the left may make a chart narrower than its height only down to this share.
constexpr float kRoundShare = 0.85f;
// The least height of a chart with a strip at its left.
constexpr float kLeastLeftHeight = 230;

// A dock below gets kLeastDockHeight, which shows some rows, if the charts keep kLeastChartHeight.
constexpr float kLeastDockHeight = 220;
constexpr float kLeastChartHeight = 110;
// Where that leaves less to the dock than its first row takes, the charts keep kLowestChartHeight.
constexpr float kDockHeightOfARow = 164;
constexpr float kLowestChartHeight = 64;

// Takes the dock off the body; returns the rest. The charts keep at least half of the body, in low windows
// less.
PanelRect TakeDock(const WindowLayoutSpec& spec, float panes, PanelRect body, WindowLayout& layout) {
  layout.dock_at_right = spec.dock_width > 0;
  if (!layout.dock_at_right) {
    const auto least = [&](float dock, float chart) {
      return std::min(dock * spec.scale, body.height - chart * spec.scale);
    };
    const float most = std::max({body.height / 2, least(kLeastDockHeight, kLeastChartHeight),
                                 least(kDockHeightOfARow, kLowestChartHeight)});
    const float dock = std::round(std::min(spec.dock_height * spec.scale, most));
    layout.dock = {body.x, body.y + body.height - dock, body.width, dock};
    body.height = std::max(1.0f, body.height - dock);
    return body;
  }
  // The width that rings leave free: they need no more width than height.
  float charts = panes * body.height;
  for (const PaneStrips& strips : spec.strips) charts += strips.left * spec.scale;
  const float spare = std::min(body.width - charts, spec.most_dock_width * spec.scale);
  const float dock = std::round(std::min(std::max(spec.dock_width * spec.scale, spare), body.width / 2));
  body.width = std::max(1.0f, body.width - dock);
  layout.dock = {body.x + body.width, body.y, dock, body.height};
  return body;
}

void DivideBody(const WindowLayoutSpec& spec, WindowLayout& layout) {
  float above = 0;
  const auto row = [&](bool is_there, float height) {
    const float height_px = is_there ? std::round(height * spec.scale) : 0;
    const PanelRect rect{layout.body.x, layout.body.y + above, layout.body.width, height_px};
    above += height_px;
    return rect;
  };
  layout.kinds = row(spec.with_kinds, UiMetrics::kKindBarHeight);
  if (spec.with_strip && layout.body.width >= kBothBarsWidth * spec.scale) {
    const float kinds = std::round(layout.body.width * kKindsShare);
    layout.strip = {layout.kinds.x + kinds, layout.kinds.y, layout.kinds.width - kinds, layout.kinds.height};
    layout.kinds.width = kinds;
  } else {
    layout.strip = row(spec.with_strip, UiMetrics::kKindBarHeight);
  }
  layout.sides = row(spec.with_sides, UiMetrics::kKindBarHeight);
  layout.banner = row(spec.with_banner, UiMetrics::kKindBarHeight);
  layout.chips = row(spec.with_chips, UiMetrics::kChipRowHeight);
  layout.timeline = row(spec.with_timeline, UiMetrics::kTimelineHeight);
  const auto panes = static_cast<float>(std::max<size_t>(spec.panes, 1));
  const PanelRect body = TakeDock(
      spec, panes,
      {layout.body.x, layout.body.y + above, layout.body.width, std::max(1.0f, layout.body.height - above)},
      layout);
  const float gap = std::max(1.0f, std::round(kPaneGap * spec.scale));
  const float width = std::max(1.0f, std::floor((body.width - gap * (panes - 1)) / panes));
  const float header = panes > 1 ? std::round(UiMetrics::kPaneHeaderHeight * spec.scale) : 0;
  for (size_t pane = 0; static_cast<float>(pane) < panes; ++pane) {
    const auto i = static_cast<float>(pane);
    const float x = body.x + i * (width + gap);
    const float w = i + 1 < panes ? width : std::max(1.0f, body.x + body.width - x);
    const PaneStrips strips = pane < spec.strips.size() ? spec.strips[pane] : PaneStrips{};
    const float h = std::max(1.0f, body.height - header - std::round(strips.below * spec.scale));
    float left = std::round(strips.left * spec.scale);
    if (w - left < kRoundShare * h || h < kLeastLeftHeight * spec.scale) left = 0;
    layout.pane_headers.push_back({x, body.y, w, header});
    layout.charts.push_back({x + left, body.y + header, w - left, h});
  }
}

}  // namespace

WindowLayout BuildWindowLayout(const WindowLayoutSpec& spec) {
  WindowLayout layout;
  const float width = std::max(spec.width_px, 1.0f), height = std::max(spec.height_px, 1.0f);
  const float tabs = spec.with_tabs ? std::round(UiMetrics::kTabRowHeight * spec.scale) : 0;
  const float top = std::round(UiMetrics::kTopBarHeight * spec.scale);
  const float status = std::round(UiMetrics::kStatusBarHeight * spec.scale);
  // A narrow window keeps at least three fifths of its width for the chart and the tables below.
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
  spec.with_kinds = view != nullptr;
  spec.with_strip = view != nullptr && view->kind().has_strip;
  spec.with_sides = view != nullptr && ComparesSides(*view);
  spec.with_banner = spec.with_sides && HasRenameBanner(state);
  spec.panes = state.panes.size();
  for (size_t pane = 0; pane < spec.panes; ++pane) {
    const ViewState* of_pane = ViewOfPane(state, pane);
    const auto strips = of_pane == nullptr ? nullptr : of_pane->kind().strips;
    spec.strips.push_back(strips == nullptr ? PaneStrips{} : strips(state, pane));
  }
  if (state.panes.empty()) return spec;
  const Settings& settings = state.settings;
  const float body_width = BuildWindowLayout(spec).body.width;
  const bool is_wide = width_px > kWideRatio * height_px && body_width >= 2 * kUsualDockWidth * scale;
  const bool at_right =
      settings.dock_place == DockPlace::kRight || (settings.dock_place == DockPlace::kAutomatic && is_wide);
  if (!settings.dock_open) {
    spec.dock_height = UiMetrics::kDockTabsHeight;
  } else if (at_right) {
    spec.dock_width = settings.dock_width > 0
                          ? std::max(settings.dock_width, kLeastDockWidth)
                          : std::max(kUsualDockWidth, kUsualDockShare * body_width / scale);
    if (settings.dock_width <= 0) spec.most_dock_width = kMostUsualDockWidth;
  } else {
    spec.dock_height = settings.dock_height;
  }
  return spec;
}

}  // namespace ringscope
