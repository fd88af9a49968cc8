#pragma once

#include <algorithm>
#include <cstdint>

namespace ringscope {

// What counts and costs of points do not pass, however hostile the numbers are that add up.
inline constexpr uint64_t kMostSum = (uint64_t{1} << 63) - 1;

// a + b, at most kMostSum.
[[nodiscard]] constexpr uint64_t BoundedSum(uint64_t a, uint64_t b) {
  return a > kMostSum - std::min(b, kMostSum) ? kMostSum : a + b;
}

}  // namespace ringscope
