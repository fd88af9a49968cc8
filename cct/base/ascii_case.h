#pragma once

#include <algorithm>
#include <string_view>

namespace ringscope {

[[nodiscard]] constexpr char LowerAscii(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

// Whether two texts are equal but for the case of letters A to Z.
[[nodiscard]] inline bool EqualsFolded(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return LowerAscii(x) == LowerAscii(y); });
}

}  // namespace ringscope
