#pragma once

#include <span>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/builder.h"
#include "cct/cct.h"

namespace ringscope {

// One tree from several: the threads of a run, the shards of a fleet.
//
// Contexts with equal paths of frames become one. Metrics of the same name and unit are added up (at the
// finer of their scales); others stand side by side, with 0 where a tree has no such metric. Where all trees
// have the same metrics in the same order, that order stays; otherwise metrics are sorted by name and unit.
// Reports are added up. So the result is the same for any order and any grouping of the trees: merges of
// merges give what one merge gives.
//
// O(contexts of all trees), about 40 bytes a context while it works, twice that with two workers.
// worker_count: 0 = as many as the trees are worth. Errors: kInvalidArgument (no trees), kLimit and kOverflow
// as CctBuilder, kMalformed (the columns of a damaged file do not make a tree), kCancelled. job: units are
// contexts read.
[[nodiscard]] Result<CctPtr> MergeTrees(std::span<const CctPtr> trees, BuildLimits limits = {},
                                        JobControl* job = nullptr, uint32_t worker_count = 0);

}  // namespace ringscope
