#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>

#include "cct/base/text/ascii.h"

namespace ringscope {

// The number of blanks at the front of a line.
[[nodiscard]] inline size_t IndentOf(std::string_view line) {
  return line.size() - TrimmedFront(line).size();
}

// Takes the first word off the front of a line, and the blanks before it. Empty at the end of the line.
inline std::string_view TakeWord(std::string_view& line) {
  line = TrimmedFront(line);
  const std::string_view word(line.begin(), std::ranges::find_if(line, IsBlank));
  line.remove_prefix(word.size());
  return word;
}

// Takes the last word off a text without blanks at its end, and the blanks before the word.
inline std::string_view TakeLastWord(std::string_view& text) {
  size_t begin = text.size();
  while (begin > 0 && !IsBlank(text[begin - 1])) --begin;
  const std::string_view word = text.substr(begin);
  text = TrimmedBack(text.substr(0, begin));
  return word;
}

// The text with each run of blanks, such as the ones between columns, replaced by a single blank.
[[nodiscard]] inline std::string WithSingleBlanks(std::string_view text) {
  std::string joined;
  for (const char c : text) {
    if (c != ' ' || joined.empty() || joined.back() != ' ') joined += c;
  }
  return joined;
}

// The index of the '(' that matches the ')' at the end of the text, as paths have parentheses too; npos if
// there is none.
[[nodiscard]] inline size_t FindOpening(std::string_view text) {
  if (!text.ends_with(')')) return std::string_view::npos;
  size_t depth = 0;
  for (size_t at = text.size(); at-- > 0;) {
    if (text[at] == ')') ++depth;
    if (text[at] == '(' && --depth == 0) return at;
  }
  return std::string_view::npos;
}

// The number that is the whole of `text`; nullopt for other text and for numbers that do not fit the type.
template <typename Number>
[[nodiscard]] std::optional<Number> ParseNumber(std::string_view text, int base = 10) {
  Number value = 0;
  const char* const end = text.data() + text.size();
  std::from_chars_result read;
  if constexpr (std::is_floating_point_v<Number>)
    read = std::from_chars(text.data(), end, value);
  else
    read = std::from_chars(text.data(), end, value, base);
  return read.ec == std::errc() && read.ptr == end ? std::optional(value) : std::nullopt;
}

// Sniff functions use the following on the first bytes of an input.

// The first character that is no blank; 0 if there is none.
[[nodiscard]] inline char FirstOf(std::string_view prefix) {
  const size_t first = prefix.find_first_not_of(" \t\r\n");
  return first == std::string_view::npos ? '\0' : prefix[first];
}

[[nodiscard]] inline bool Has(std::string_view prefix, std::string_view part) {
  return prefix.find(part) != std::string_view::npos;
}

// The text without the blank lines and comments of folded stacks ("# ...") at its start.
[[nodiscard]] inline std::string_view BehindComments(std::string_view text) {
  while (!text.empty()) {
    std::string_view rest = text;
    const std::string_view line = Trimmed(TakeLine(rest));
    if (!line.empty() && line != "#" && !line.starts_with("# ")) break;
    text = rest;
  }
  return text;
}

// Whether the text has control characters other than tabs, ends of lines and pages, and the escapes that
// colour the text of terminals.
[[nodiscard]] inline bool HasDataBytes(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != '\f' &&
           c != 0x1b;
  });
}

// The size of the longest common prefix of `a` and `b`, in bytes.
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
