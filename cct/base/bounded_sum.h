#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace ringscope {

// What counts and costs of points do not pass, however hostile the numbers are that add up.
inline constexpr uint64_t kMostSum = (uint64_t{1} << 63) - 1;

// a + b, at most kMostSum.
[[nodiscard]] constexpr uint64_t BoundedSum(uint64_t a, uint64_t b) {
  return a > kMostSum - std::min(b, kMostSum) ? kMostSum : a + b;
}

// Of a list in the order of keys all that have one key become one: join(from, into).
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
