#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/base/system/large_array.h"
#include "cct/tree/building/level_order.h"

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

// The running sum of a quantity that contexts have of their own, as a column of n + 1 of a tree of n contexts
// in level order. `first_child[i]` is the first callee of context i, for i up to n; `own(i)` is below 2^63.
// O(n). Errors: kOverflow (of the root, with `what`, reaches 2^63), kCancelled.
template <typename FirstChild, typename Own>
[[nodiscard]] Result<LargeArray<uint64_t>> BuildSelfColumn(const FirstChild& first_child, size_t n, Own own,
                                                           std::string_view what, const JobControl* job) {
  constexpr uint64_t kPollInterval = uint64_t{1} << 16;
  // Inclusive values first, from the back: callees come behind their callers.
  LargeArray<uint64_t> column = LargeArray<uint64_t>::OfSize(n + 1);
  for (size_t i = n; i-- > 0;) {
    if (i % kPollInterval == 0 && IsCancelled(job)) return Fail(ErrorCode::kCancelled, "cancelled");
    // Each part is below 2^63, and so is what was added up before, so the sum fits.
    uint64_t sum = own(i);
    for (uint32_t callee = first_child[i]; callee < first_child[i + 1]; ++callee) {
      sum += column[callee];
      if (sum >= kTotalLimit) break;
    }
    if (sum >= kTotalLimit)
      return Fail(ErrorCode::kOverflow, std::string(what) + " reaches 2^63, more than can be stored");
    column[i] = sum;
  }
  uint64_t running = 0;
  for (size_t i = 0; i < n; ++i) {
    const uint64_t value = column[i];
    column[i] = running;
    running += value;  // modulo 2^64 by design: only differences are read
  }
  column[n] = running;
  return column;
}

}  // namespace ringscope
