#pragma once

#include <cstdint>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/transform/engine/new_contexts.h"
#include "cct/tree/cct.h"
#include "cct/tree/level_order.h"

namespace ringscope {

// Brings new contexts, of which 0 is the root, into level order, with one thread or two.
// `layers` says how many there are in each layer and what they cost; `frames` is the table of their frames,
// `rank` its RankFrames(); `old` gives metrics and report.
//
// O(n * metrics + sum over siblings of k log k). Errors: kMalformed where a total of a damaged file reaches
// 2^63, kCancelled. job: done_units counts contexts.
[[nodiscard]] Result<CctPtr> WriteDepthFirst(const Cct& old, const NewContexts& tree, const NewLayers& layers,
                                             OwnedFrames frames, const std::vector<uint32_t>& rank,
                                             uint32_t thread_count, JobControl* job);

}  // namespace ringscope
