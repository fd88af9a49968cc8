#pragma once

#include <functional>
#include <vector>

#include "app/charts/chart.h"
#include "app/colors/legend_model.h"
#include "app/view/panel.h"
#include "app/view/state/app_state.h"

namespace ringscope {

// Where a legend may lie: in a strip of its own below the chart, or where there is none in its lower left
// corner.
struct LegendPlace {
  float strip_px = 0;  // the height of the strip
  // How wide a box of a height in that corner can be without hiding anything of the chart.
  std::function<float(float height_px)> corner_width;
};

// A row of the side panel: what the chart is coloured by, and how where it is a metric.
void DrawColorControl(const AppState& state, const ColorModel& model, float width, const PanelContext& ctx);

// What the colours stand for (see LegendSizeOf); in a corner without room only a title that opens it. Returns
// what it covers.
std::vector<PanelRect> DrawLegend(const LegendModel& model, size_t pane, const LegendPlace& place,
                                  const PanelRect& chart, LegendUi& ui, const PanelContext& ctx);

}  // namespace ringscope
