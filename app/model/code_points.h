#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "cct/frame_table.h"

namespace ringscope {

// The characters of some text that fonts do not have as a matter of course: code points from U+0250 on, each
// once, in the order in which they occurred. Bounded, so that a file of noise asks for no more than a
// language needs.
class CodePoints {
 public:
  static constexpr char32_t kFirst = 0x250;
  static constexpr size_t kMax = 4000;

  // Adds those of `text`; bytes that are no UTF-8 are passed over. True where there were new ones. O(bytes),
  // of ASCII text several gigabytes a second.
  bool Add(std::string_view text);
  bool Add(std::span<const char32_t> code_points);

  [[nodiscard]] const std::vector<char32_t>& all() const { return all_; }

 private:
  bool Add(char32_t code_point);

  std::vector<char32_t> all_;
  std::vector<uint64_t> seen_;  // one bit a code point; empty until the first
};

// Those of all names, modules and files of a table.
[[nodiscard]] std::vector<char32_t> CodePointsOf(const FrameTable& frames);

}  // namespace ringscope
