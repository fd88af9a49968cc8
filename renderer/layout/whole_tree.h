#pragma once

#include "cct/tree/cct.h"
#include "renderer/layout/arc_batch.h"

namespace ringscope {

// The whole tree on a chart of a common size, whatever the window is like: what is taken from it does not
// change with the view.
[[nodiscard]] ArcBatch WholeTreeBatch(const Cct& tree, MetricIndex metric);

}  // namespace ringscope
