#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

// Kinds of characters, independent of the locale. Bytes from 0x80 on, which encode other letters, belong to
// no kind.

namespace ringscope {

[[nodiscard]] constexpr bool IsDigit(char c) { return c >= '0' && c <= '9'; }
[[nodiscard]] constexpr bool IsUpper(char c) { return c >= 'A' && c <= 'Z'; }
[[nodiscard]] constexpr bool IsLower(char c) { return c >= 'a' && c <= 'z'; }
[[nodiscard]] constexpr bool IsLetter(char c) { return IsUpper(c) || IsLower(c); }
[[nodiscard]] constexpr bool IsLetterOrDigit(char c) { return IsLetter(c) || IsDigit(c); }
[[nodiscard]] constexpr bool IsBeyondAscii(char c) { return static_cast<unsigned char>(c) >= 0x80; }
[[nodiscard]] constexpr bool IsControl(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }
// The separators of words on a line.
[[nodiscard]] constexpr bool IsBlank(char c) { return c == ' ' || c == '\t'; }
// Blanks, line breaks and page breaks.
inline constexpr std::string_view kSpaces = " \t\n\v\f\r";
[[nodiscard]] constexpr bool IsSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

[[nodiscard]] constexpr char ToLower(char c) { return IsUpper(c) ? static_cast<char>(c + ('a' - 'A')) : c; }
// The value of a hexadecimal digit; -1 for other characters.
[[nodiscard]] constexpr int HexDigit(char c) {
  if (IsDigit(c)) return c - '0';
  c = ToLower(c);
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}
[[nodiscard]] constexpr bool IsHexDigit(char c) { return HexDigit(c) >= 0; }

// Whether the text consists of digits, at least one.
[[nodiscard]] constexpr bool IsNumber(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), IsDigit);
}

// Whether two texts are equal, ignoring the case of letters A to Z.
[[nodiscard]] constexpr bool EqualsFolded(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return ToLower(x) == ToLower(y); });
}
// Whether `part` occurs in `text`, ignoring the case of letters A to Z. The empty text occurs in every one.
[[nodiscard]] constexpr bool ContainsFolded(std::string_view text, std::string_view part) {
  return part.empty() || std::search(text.begin(), text.end(), part.begin(), part.end(),
                                     [](char x, char y) { return ToLower(x) == ToLower(y); }) != text.end();
}

// Whether `word` is one of `words`, which are separated by one blank.
[[nodiscard]] constexpr bool IsWordOf(std::string_view word, std::string_view words) {
  while (!words.empty()) {
    const std::string_view one = words.substr(0, words.find(' '));
    if (one == word) return true;
    words.remove_prefix(std::min(one.size() + 1, words.size()));
  }
  return false;
}

// Removes the first line from the front of `text` and returns it without its '\n'.
constexpr std::string_view TakeLine(std::string_view& text) {
  const size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

// A line, or a part of one, without blanks in front, behind, or on both sides. A '\r' behind counts as a
// blank: it is part of the line break.
[[nodiscard]] constexpr std::string_view TrimmedFront(std::string_view text) {
  while (!text.empty() && IsBlank(text.front())) text.remove_prefix(1);
  return text;
}
[[nodiscard]] constexpr std::string_view TrimmedBack(std::string_view text) {
  while (!text.empty() && (IsBlank(text.back()) || text.back() == '\r')) text.remove_suffix(1);
  return text;
}
[[nodiscard]] constexpr std::string_view Trimmed(std::string_view text) {
  return TrimmedFront(TrimmedBack(text));
}
[[nodiscard]] constexpr bool IsOnlyBlanks(std::string_view text) {
  return std::all_of(text.begin(), text.end(), IsBlank);
}

}  // namespace ringscope
