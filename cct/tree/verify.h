#pragma once

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/tree/cct.h"

namespace ringscope {

// Checks every element of every column: structure (children ranges, layers, frame and string indices, frames
// of siblings, child sums within their parent's value, ranges of points, facts of frames), then the stored
// checksums where the tree comes from a file. A tree that passes is exact everywhere. Sequential scan, 4
// bytes a frame; progress in bytes. Errors: kMalformed naming the column and the index, kCancelled.
[[nodiscard]] Result<void> VerifyCct(const Cct& tree, JobControl* job = nullptr);

}  // namespace ringscope
