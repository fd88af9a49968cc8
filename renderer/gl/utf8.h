#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ringscope {

// Takes the first code point off `text`, which must not be empty. A byte that begins nothing valid is U+FFFD.
[[nodiscard]] inline char32_t TakeCodePoint(std::string_view& text) {
  const auto first = static_cast<uint8_t>(text[0]);
  size_t length = 1;
  char32_t value = first;
  if (first >= 0xf0 && first < 0xf8) {
    length = 4;
    value = first & 0x07u;
  } else if (first >= 0xe0 && first < 0xf0) {
    length = 3;
    value = first & 0x0fu;
  } else if (first >= 0xc2 && first < 0xe0) {
    length = 2;
    value = first & 0x1fu;
  } else if (first >= 0x80) {
    text.remove_prefix(1);
    return 0xfffd;
  }
  for (size_t i = 1; i < length; ++i) {
    const auto next = i < text.size() ? static_cast<uint8_t>(text[i]) : uint8_t{0};
    if ((next & 0xc0) != 0x80) {
      text.remove_prefix(1);
      return 0xfffd;
    }
    value = (value << 6) | (next & 0x3fu);
  }
  text.remove_prefix(length);
  return value;
}

}  // namespace ringscope
