#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/tree/cct.h"

namespace ringscope {

// Which part of the difference of own costs comes of more or fewer calls, at the cost of a call before: what
// SplitCost() gives for each context, summed over the contexts of a row.
struct SplitSums {
  // By the metric's column of the side before, then by row; empty where nothing is split.
  std::vector<std::vector<double>> more_calls;

  [[nodiscard]] double Of(MetricIndex before, uint32_t row) const {
    const bool is_known = before < more_calls.size() && row < more_calls[before].size();
    return is_known ? more_calls[before][row] : 0;
  }
};

// Which row a context belongs to; `row_count` and more: to none.
using RowOfContext = std::function<uint32_t(ContextId)>;

// Of all contexts at and below `roots`. Nothing is split where the tree is no comparison that counts calls.
// O(contexts * metrics) on the calling thread. Errors: kCancelled, kMalformed.
[[nodiscard]] Result<SplitSums> BuildSplitSums(const Cct& tree, ContextRange roots, uint32_t row_count,
                                               const RowOfContext& row_of, JobControl& job);

}  // namespace ringscope
