#pragma once

#include <vector>

#include "app/colors/legend_model.h"
#include "app/colors/legend_shape_panel.h"
#include "app/widgets/panel_context.h"

namespace ringscope {

// A row of the side panel: what the chart is coloured by, and how where it is a metric.
void DrawColorControl(const AppState& state, const ColorModel& model, float width, const PanelContext& ctx);

// What the colours stand for, in the lower left corner of a chart (see ShapeOf), where there is no room only
// a title that opens it. Returns what it covers.
std::vector<PanelRect> DrawLegend(const LegendModel& model, size_t pane, const ArcBatch& batch,
                                  const PanelRect& chart, LegendUi& ui, const PanelContext& ctx);

}  // namespace ringscope
