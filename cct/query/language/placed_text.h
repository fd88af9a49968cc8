#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "cct/base/text/ascii.h"

namespace ringscope {

// A part of a text with its position in the whole text, for the column of errors.
struct PlacedText {
  std::string_view text;
  size_t begin = 0;  // byte in the whole text

  [[nodiscard]] bool empty() const { return text.empty(); }
  [[nodiscard]] PlacedText Sub(size_t from, size_t count = std::string_view::npos) const {
    return {text.substr(from, count), begin + from};
  }
  // Without spaces around it.
  [[nodiscard]] PlacedText Trimmed() const {
    const size_t first = std::min(text.find_first_not_of(kSpaces), text.size());
    return Sub(first, text.find_last_not_of(kSpaces) + 1 - first);
  }
  // Cuts off and returns the first word; removes the spaces behind it, too.
  [[nodiscard]] PlacedText TakeWord() {
    const PlacedText word = Sub(0, text.find_first_of(kSpaces));
    *this = Sub(word.text.size()).Trimmed();
    return word;
  }
};

// The first word of a text in quotes, for messages; shortened if it is long. The text is not empty.
[[nodiscard]] inline std::string ShownWord(std::string_view text) {
  constexpr size_t kMaxShownBytes = 24;
  size_t end = 1;
  while (end < text.size() && !IsSpace(text[end]) && end < kMaxShownBytes) ++end;
  // Never cuts in the middle of a UTF-8 character.
  while (end < text.size() && (static_cast<uint8_t>(text[end]) & 0xc0) == 0x80) ++end;
  std::string shown = "'";
  for (const char c : text.substr(0, end)) shown += IsControl(c) ? '?' : c;
  return shown + "'";
}

}  // namespace ringscope
