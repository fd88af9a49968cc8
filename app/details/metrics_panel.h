#pragma once

#include "app/details/metrics_model.h"
#include "app/widgets/panel_context.h"

namespace ringscope {

// Every metric with its total; a click makes it the one the chart shows.
void DrawMetricsPanel(const MetricsModel& model, const PanelContext& ctx);

}  // namespace ringscope
