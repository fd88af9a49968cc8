#include "cct/compare/columns/change_column.h"

#include "cct/compare/tree_comparison.h"

namespace ringscope {
namespace {

__extension__ using Wide = unsigned __int128;

}  // namespace

uint64_t ShareUnitsOf(uint64_t value, uint64_t total) {
  if (total == 0) return 0;
  return static_cast<uint64_t>((static_cast<Wide>(value) * kShareUnits + total / 2) / total);
}

Result<LargeArray<uint64_t>> BuildChangeColumn(std::span<const uint32_t> first_child,
                                               std::span<const uint64_t> before,
                                               std::span<const uint64_t> after, bool by_share,
                                               const JobControl* job) {
  const uint64_t total_before = before[1] - before[0], total_after = after[1] - after[0];
  const auto self = [&](std::span<const uint64_t> running, size_t i) {
    return running[i + 1] - running[i] - (running[first_child[i + 1]] - running[first_child[i]]);
  };
  const auto change = [&](size_t i) {
    uint64_t a = self(before, i), b = self(after, i);
    if (by_share) {
      a = ShareUnitsOf(a, total_before);
      b = ShareUnitsOf(b, total_after);
    }
    return a < b ? b - a : a - b;
  };
  return BuildSelfColumn(first_child, first_child.size() - 1, change, "the change of all contexts together", job);
}

}  // namespace ringscope
