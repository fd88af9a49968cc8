#pragma once

#include <cstddef>

#include "cct/compare/series.h"

namespace ringscope {

// One execution of a series, or of a comparison, by itself: the contexts that cost something in it, in the
// metrics of the series, whose unit and scale they keep. What only passes through a wrapper is called by the
// wrapper's caller; a wrapper that costs nothing itself is in all executions that pass through it, as columns do
// not tell whose it is.
//
// O(contexts * metrics) expected; memory for a tree of its contexts. `execution` is one of the series'.
// Errors: kCancelled, kOverflow (values of a damaged file).
[[nodiscard]] Result<CompareInput> ExecutionOf(const Series& series, size_t execution, JobControl* job = nullptr);

}  // namespace ringscope
