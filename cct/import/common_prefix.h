#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace ringscope {

// Bytes that `a` and `b` have in common from their start.
[[nodiscard]] inline size_t CommonPrefix(std::string_view a, std::string_view b) {
  const size_t size = std::min(a.size(), b.size());
  size_t at = 0;
  const auto load = [](const char* from) {
    uint64_t word;
    std::memcpy(&word, from, sizeof word);
    return word;
  };
  for (; at + 32 <= size; at += 32) {
    uint64_t difference = 0;
    for (size_t i = 0; i < 32; i += 8) difference |= load(a.data() + at + i) ^ load(b.data() + at + i);
    if (difference != 0) break;
  }
  while (at < size && a[at] == b[at]) ++at;
  return at;
}

}  // namespace ringscope
