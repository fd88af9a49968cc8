#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/tree/cct.h"

namespace ringscope {

// The part of the difference of own costs that comes of more or fewer calls, at the cost of a call before:
// SplitCost() of each context, summed over the contexts of a row.
struct SplitSums {
  // By the metric's column of the side before, then by row; empty if nothing is split.
  std::vector<std::vector<double>> more_calls;

  [[nodiscard]] double Of(MetricIndex before, uint32_t row) const {
    const bool is_known = before < more_calls.size() && row < more_calls[before].size();
    return is_known ? more_calls[before][row] : 0;
  }
};

// Which row a context belongs to; `row_count` or more: no row.
using RowOfContext = std::function<uint32_t(ContextId)>;

// Sums over all contexts at and below `roots`. Nothing is split unless the tree is a comparison that counts
// calls. O(contexts * metrics) on the calling thread. Errors: kCancelled, kMalformed.
[[nodiscard]] Result<SplitSums> BuildSplitSums(const Cct& tree, ContextRange roots, uint32_t row_count,
                                               const RowOfContext& row_of, JobControl& job);

}  // namespace ringscope
