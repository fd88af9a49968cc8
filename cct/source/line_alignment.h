#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace ringscope {

// No line of this side stands beside the other's.
inline constexpr uint32_t kNoLine = 0xffffffffu;

// Two lines side by side, from 0. Both sides have one: they are equal. One side alone: it was removed or added.
struct LinePair {
  uint32_t before = kNoLine;
  uint32_t after = kNoLine;
  friend bool operator==(const LinePair&, const LinePair&) = default;
};

// Beyond this many lines a side, between what both begin and end with, nothing is searched for.
inline constexpr size_t kMaxAlignedLines = 20'000;

// Two texts side by side by a longest common subsequence of their lines; where lines were replaced, what was removed
// stands before what was added. Ends of lines in blanks do not count. O(lines x differences).
[[nodiscard]] std::vector<LinePair> AlignLines(std::span<const std::string_view> before,
                                               std::span<const std::string_view> after);

}  // namespace ringscope
