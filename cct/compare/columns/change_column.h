#pragma once

#include <cstdint>
#include <span>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/base/system/large_array.h"

namespace ringscope {

// A value as units of kShareUnits of `total`, rounded; 0 of a total of 0. `value` is at most `total`.
[[nodiscard]] uint64_t ShareUnitsOf(uint64_t value, uint64_t total);

// The running sum of a metric's change, as a column of n + 1: of a context the sum over its subtree of
// |self after - self before|, or of their shares of the totals. `before` and `after` are columns of a tree of
// n contexts in level order, `first_child` is its. O(n). Errors: kOverflow (it reaches 2^63), kCancelled.
[[nodiscard]] Result<LargeArray<uint64_t>> BuildChangeColumn(std::span<const uint32_t> first_child,
                                                             std::span<const uint64_t> before,
                                                             std::span<const uint64_t> after, bool by_share,
                                                             const JobControl* job);

}  // namespace ringscope
