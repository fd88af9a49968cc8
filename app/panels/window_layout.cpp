#include "app/panels/window_layout.h"

#include <algorithm>
#include <cmath>

namespace ringscope {

WindowLayout BuildWindowLayout(float width_px, float height_px, float scale, float side_panel_width,
                               bool with_tabs) {
  WindowLayout layout;
  const float width = std::max(width_px, 1.0f), height = std::max(height_px, 1.0f);
  const float tabs = with_tabs ? std::round(UiMetrics::kTabRowHeight * scale) : 0;
  const float top = std::round(UiMetrics::kTopBarHeight * scale);
  const float status = std::round(UiMetrics::kStatusBarHeight * scale);
  // A narrow window keeps at least half of itself for the chart.
  const float side = std::round(std::min(side_panel_width * scale, width / 2));
  const float body = std::max(height - tabs - top - status, 1.0f);
  layout.tabs = {0, 0, width, tabs};
  layout.top_bar = {0, tabs, width, top};
  layout.chart = {0, tabs + top, width - side, body};
  layout.side_panel = {width - side, tabs + top, side, body};
  layout.status_bar = {0, tabs + top + body, width, status};
  return layout;
}

}  // namespace ringscope
