#pragma once

#include "renderer/layout/arc_batch.h"

namespace ringscope {

// Whether a box in the lower left corner of a chart hides none of it. Of rings the whole outermost circle
// counts, so that the answer does not change from one view root to the next; of rows the pieces that are
// drawn. O(pieces).
[[nodiscard]] bool CornerIsFree(const ArcBatch& batch, float width_px, float height_px);

}  // namespace ringscope
