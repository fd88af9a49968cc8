#pragma once

#include <cstdint>
#include <span>

#include "cct/tree/cct.h"

namespace ringscope {

// Writes Inclusive() or Self() of every context of a run into `out` of the same length. Reads columns
// directly from memory if they are in one piece and well-formed; else it uses Cct's accessors. O(size).
void InclusiveOfRun(const Cct& tree, ContextRange run, MetricIndex metric, std::span<uint64_t> out);
void SelfOfRun(const Cct& tree, ContextRange run, MetricIndex metric, std::span<uint64_t> out);

}  // namespace ringscope
