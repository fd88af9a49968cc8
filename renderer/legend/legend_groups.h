#pragma once

#include "renderer/color/chart_colors.h"
#include "renderer/color/frame_groups.h"
#include "renderer/layout/arc_batch.h"
#include "renderer/legend/legend.h"

namespace ringscope {

// The part of BuildLegend for the colour modes by group: an entry for each group and one for all others, and
// the title of the function mode.
void AddGroupEntries(const ArcBatch& batch, ChartColors& colors, const LegendOptions& options,
                     const GroupCosts* known, Legend& legend);

}  // namespace ringscope
