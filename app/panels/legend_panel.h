#pragma once

#include "app/model/legend_model.h"
#include "app/panels/panel_context.h"

namespace ringscope {

struct LegendUi {
  bool all_rows = false;  // also those for which there is no room beside the rings
};

// A row of the side panel: what the chart is coloured by, and how where it is a metric.
void DrawColorControl(const AppState& state, const ColorModel& model, float width, const PanelContext& ctx);

// What the colours stand for, over the lower left corner of a chart, as small as the free corner if the rings
// leave one. Returns where it lies; empty where nothing was drawn.
PanelRect DrawLegend(const LegendModel& model, size_t pane, const PanelRect& chart, bool is_rings,
                     LegendUi& ui, const PanelContext& ctx);

}  // namespace ringscope
