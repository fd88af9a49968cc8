#pragma once

#include "app/model/legend_model.h"
#include "app/panels/panel_context.h"

namespace ringscope {

struct LegendUi {
  bool all_rows = false;  // also those for which there is no room beside the chart
  bool open = false;      // also where it hides a part of the chart
};

// A row of the side panel: what the chart is coloured by, and how where it is a metric.
void DrawColorControl(const AppState& state, const ColorModel& model, float width, const PanelContext& ctx);

// What the colours stand for, in the lower left corner of a chart: as many rows as that corner has room for
// without hiding a piece, and where there is none only a title that opens it. Returns where it lies; empty
// where nothing was drawn.
PanelRect DrawLegend(const LegendModel& model, size_t pane, const ArcBatch& batch, const PanelRect& chart,
                     LegendUi& ui, const PanelContext& ctx);

}  // namespace ringscope
