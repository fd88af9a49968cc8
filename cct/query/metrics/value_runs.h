#pragma once

#include <cstdint>
#include <span>

#include "cct/tree/cct.h"

namespace ringscope {

// Inclusive() or Self() of every context of a run of the tree's contexts, into `out` of the same length. The
// columns are read as they lie in memory wherever they do in one piece and make sense; what malformed ones
// give is what Cct's accessors give. O(size).
void InclusiveOfRun(const Cct& tree, ContextRange run, MetricIndex metric, std::span<uint64_t> out);
void SelfOfRun(const Cct& tree, ContextRange run, MetricIndex metric, std::span<uint64_t> out);

}  // namespace ringscope
