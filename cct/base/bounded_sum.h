#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace ringscope {

// The upper bound of sums of counts and of costs of points: hostile numbers must not overflow them.
inline constexpr uint64_t kMostSum = (uint64_t{1} << 63) - 1;

// a + b, at most kMostSum.
[[nodiscard]] constexpr uint64_t BoundedSum(uint64_t a, uint64_t b) {
  const uint64_t more = std::min(b, kMostSum);
  return a > kMostSum - more ? kMostSum : a + more;
}

// Joins the elements with equal keys of a list that is sorted by key: join(from, into) adds one to the first.
template <typename List, typename KeyOf, typename Join>
void JoinEqual(List& list, KeyOf key_of, Join join) {
  if (list.empty()) return;
  size_t last = 0;
  for (size_t i = 1; i < list.size(); ++i) {
    if (key_of(list[i]) == key_of(list[last]))
      join(list[i], list[last]);
    else
      list[++last] = list[i];
  }
  list.resize(last + 1);
}

}  // namespace ringscope
