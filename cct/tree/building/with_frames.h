#pragma once

#include "cct/tree/building/level_order.h"
#include "cct/tree/cct.h"

namespace ringscope {

// The columns of frames that are vectors. Borrows from them.
[[nodiscard]] FrameColumns ViewFrames(const OwnedFrames& frames);

// The same tree with other frames, as many, and another report. Shares all other columns. O(metrics).
[[nodiscard]] CctPtr WithFrames(const CctPtr& tree, OwnedFrames frames, ImportReport report);

}  // namespace ringscope
