#pragma once

#include "renderer/layout/arc_batch_writer.h"

namespace ringscope {

// Divides the rest segments of an opened run's ring, which the writer has just written, where they cover more
// than half of it: into up to 64 parts in all, of about equal angle.
void DivideOpenedRun(ArcBatchWriter& writer);

}  // namespace ringscope
