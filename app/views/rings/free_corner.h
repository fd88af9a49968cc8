#pragma once

#include "renderer/layout/arc_batch.h"

namespace ringscope {

// How wide a box of this height in the lower left corner of a chart can be without hiding anything of it. Of
// rings the whole outermost circle counts, so that the answer does not change from one view root to the next;
// of rows the pieces that are drawn. O(layers that are drawn).
[[nodiscard]] float FreeWidth(const ArcBatch& batch, float height_px);

}  // namespace ringscope
