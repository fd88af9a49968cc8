#include "cct/compare/change_column.h"

#include "cct/compare/tree_comparison.h"
#include "cct/tree/level_order.h"

namespace ringscope {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr uint64_t kPollInterval = uint64_t{1} << 16;

}  // namespace

uint64_t ShareUnitsOf(uint64_t value, uint64_t total) {
  if (total == 0) return 0;
  return static_cast<uint64_t>((static_cast<Wide>(value) * kShareUnits + total / 2) / total);
}

Result<LargeArray<uint64_t>> BuildChangeColumn(std::span<const uint32_t> first_child,
                                               std::span<const uint64_t> before,
                                               std::span<const uint64_t> after, bool by_share,
                                               const JobControl* job) {
  const size_t n = first_child.size() - 1;
  const uint64_t total_before = before[1] - before[0], total_after = after[1] - after[0];
  // Inclusive values first, from the back: callees come behind their callers.
  LargeArray<uint64_t> change = LargeArray<uint64_t>::OfSize(n + 1);
  const auto self = [&](std::span<const uint64_t> running, size_t i) {
    return running[i + 1] - running[i] - (running[first_child[i + 1]] - running[first_child[i]]);
  };
  for (size_t i = n; i-- > 0;) {
    if (i % kPollInterval == 0 && IsCancelled(job)) return Fail(ErrorCode::kCancelled, "cancelled");
    uint64_t a = self(before, i), b = self(after, i);
    if (by_share) {
      a = ShareUnitsOf(a, total_before);
      b = ShareUnitsOf(b, total_after);
    }
    // Each part is below 2^63, and so is what was added up before, so the sum fits.
    uint64_t sum = a < b ? b - a : a - b;
    for (uint32_t callee = first_child[i]; callee < first_child[i + 1]; ++callee) {
      sum += change[callee];
      if (sum >= kTotalLimit)
        return Fail(ErrorCode::kOverflow,
                    "the change of all contexts together reaches 2^63, more than can be stored");
    }
    change[i] = sum;
  }
  uint64_t running = 0;
  for (size_t i = 0; i < n; ++i) {
    const uint64_t value = change[i];
    change[i] = running;
    running += value;  // modulo 2^64 by design: only differences are read
  }
  change[n] = running;
  return change;
}

}  // namespace ringscope
