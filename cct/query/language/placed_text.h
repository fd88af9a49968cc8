#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "cct/base/text/ascii.h"

namespace ringscope {

// A part of a text that knows where it lies in the whole, for errors that say where.
struct PlacedText {
  std::string_view text;
  size_t begin = 0;  // in the whole

  [[nodiscard]] bool empty() const { return text.empty(); }
  [[nodiscard]] PlacedText Sub(size_t from, size_t count = std::string_view::npos) const {
    return {text.substr(from, count), begin + from};
  }
  // Without spaces around it.
  [[nodiscard]] PlacedText Trimmed() const {
    const size_t first = std::min(text.find_first_not_of(kSpaces), text.size());
    return Sub(first, text.find_last_not_of(kSpaces) + 1 - first);
  }
  // Cuts off the first word and the spaces behind it.
  [[nodiscard]] PlacedText TakeWord() {
    const PlacedText word = Sub(0, text.find_first_of(kSpaces));
    *this = Sub(word.text.size()).Trimmed();
    return word;
  }
};

// What stands at the begin of a text, as messages show it: its first word in quotes, cut where it is long.
// The text is not empty.
[[nodiscard]] inline std::string ShownWord(std::string_view text) {
  constexpr size_t kMaxShownBytes = 24;
  size_t end = 1;
  while (end < text.size() && !IsSpace(text[end]) && end < kMaxShownBytes) ++end;
  // Not in the middle of a character.
  while (end < text.size() && (static_cast<uint8_t>(text[end]) & 0xc0) == 0x80) ++end;
  std::string shown = "'";
  for (const char c : text.substr(0, end)) shown += IsControl(c) ? '?' : c;
  return shown + "'";
}

}  // namespace ringscope
