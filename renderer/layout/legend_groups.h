#pragma once

#include "renderer/layout/arc_batch.h"
#include "renderer/layout/chart_colors.h"
#include "renderer/layout/group_costs.h"
#include "renderer/layout/legend.h"

namespace ringscope {

// The part of BuildLegend for the colour modes by group: an entry a group and one for all others, what is
// lacking of their costs, and of the function mode the title.
void AddGroupEntries(const ArcBatch& batch, ChartColors& colors, const LegendOptions& options,
                     const GroupCosts* known, Legend& legend);

}  // namespace ringscope
