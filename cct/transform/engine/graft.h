#pragma once

#include <cstdint>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/transform/engine/new_contexts.h"

namespace ringscope {

// Makes one tree of two whose contexts are in `contexts`, with roots `root` and `other`: callees with equal
// frames below the same callers become one, with the costs and marks of both; the rest of the other tree goes
// below its new callers as it is. `layers` and `other_layers` are of the two; `layers` becomes that of the
// result. Frames are below `frame_count`.
//
// O(k) of the contexts that become one and their callees, plus the layers. Errors: kCancelled.
[[nodiscard]] Result<void> Graft(NewContexts& contexts, uint32_t root, NewLayers& layers, uint32_t other,
                                 const NewLayers& other_layers, uint32_t frame_count, JobControl* job);

}  // namespace ringscope
