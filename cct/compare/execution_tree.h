#pragma once

#include <cstddef>

#include "cct/compare/series.h"

namespace ringscope {

// One execution of a series, or of a comparison, by itself: the contexts that cost something in it, in the
// metrics of the series, whose unit and scale they keep. Of a comparison it also has the wrappers that only
// the other side has above what both have, as columns do not tell them.
//
// O(contexts * metrics) expected; memory for a tree of its contexts. `execution` is one of the series'.
// Errors: kCancelled, kOverflow (values of a damaged file).
[[nodiscard]] Result<CompareInput> ExecutionOf(const Series& series, size_t execution, JobControl* job = nullptr);

}  // namespace ringscope
