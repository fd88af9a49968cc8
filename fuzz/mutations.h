#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ringscope::fuzz {

using Bytes = std::vector<uint8_t>;

// Variant `index` of `input`, the same in every run: 0 is the input itself, the next kCutCount are cut off at
// every 1/64 of its length; the rest are cut elsewhere, have bytes changed, or blocks repeated, removed or
// moved. At most twice as long as the input. O(size).
inline constexpr uint64_t kCutCount = 64;
[[nodiscard]] Bytes Mutate(const Bytes& input, uint64_t index);

}  // namespace ringscope::fuzz
