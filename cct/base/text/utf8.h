#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ringscope {

// What stands for bytes that are no UTF-8.
inline constexpr std::string_view kUtf8Replacement = "\xEF\xBF\xBD";  // U+FFFD

// Length of the valid UTF-8 sequence at the front of `text`, which must not be empty; 0 where there is none.
// Overlong forms, surrogates and code points beyond U+10FFFF are not valid (Unicode Standard, table 3-7).
[[nodiscard]] size_t ValidUtf8Length(std::string_view text);

// Takes the first code point off `text`, which must not be empty. A byte that begins nothing valid is U+FFFD.
[[nodiscard]] char32_t TakeCodePoint(std::string_view& text);

// The first `max_bytes` of a text at the most, without the beginning of a sequence that does not end there.
[[nodiscard]] std::string_view Utf8Prefix(std::string_view text, size_t max_bytes);

// A code point in UTF-8. Surrogates are written like others: whoever has them decides what they become.
struct Utf8Bytes {
  std::array<char, 4> bytes;
  size_t count = 0;
  [[nodiscard]] std::string_view text() const { return {bytes.data(), count}; }
};
[[nodiscard]] inline Utf8Bytes EncodeUtf8(uint32_t code_point) {
  const size_t count = code_point < 0x80 ? 1 : code_point < 0x800 ? 2 : code_point < 0x10000 ? 3 : 4;
  constexpr uint32_t kLeads[] = {0, 0, 0xc0, 0xe0, 0xf0};
  Utf8Bytes encoded{{}, count};
  encoded.bytes[0] = static_cast<char>(kLeads[count] | code_point >> 6 * (count - 1));
  for (size_t i = 1; i < count; ++i)
    encoded.bytes[i] = static_cast<char>(0x80 | (code_point >> 6 * (count - 1 - i) & 0x3f));
  return encoded;
}
inline void AppendUtf8(uint32_t code_point, std::string& text) { text += EncodeUtf8(code_point).text(); }

// Adds a text with a backslash before each of these characters.
inline void AppendEscaped(std::string& out, std::string_view text, std::string_view special) {
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
}

// Whether a terminal, or what shows text after it, acts on the code point instead of showing it: control
// characters (C0, DEL, C1), marks that change the direction of text, separators of lines and paragraphs.
[[nodiscard]] bool ActsOnText(char32_t code_point);

// Whether it has a character that can be seen: no blank, no control character and none without width. Bytes
// that are no UTF-8 are shown as U+FFFD and can be seen.
[[nodiscard]] bool HasVisibleCharacter(std::string_view text);

enum class LineBreaks : uint8_t { kKept, kSpelledOut };

// Appends text from outside so that it is only shown: what acts on text, and bytes that are no UTF-8, are
// spelled out as "\x1b" or "\u202e". With kKept, line breaks and tabs stay: those are what this program lays
// text out by.
void AppendTerminalText(std::string& out, std::string_view text, LineBreaks line_breaks);

// The same on one line.
[[nodiscard]] std::string TerminalLine(std::string_view text);

// Appends a text as a field of a line of such, which tabs part: tabs, line breaks and backslashes are spelled
// out as "\t", "\n" and "\\".
void AppendTsvField(std::string& out, std::string_view text);

}  // namespace ringscope
