#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ringscope {

// The replacement for bytes that are not valid UTF-8.
inline constexpr std::string_view kUtf8Replacement = "\xEF\xBF\xBD";  // U+FFFD

// Length of the valid UTF-8 sequence at the front of `text`, which must not be empty; 0 if it begins with
// none. Overlong forms, surrogates and code points beyond U+10FFFF are not valid (Unicode Standard, table
// 3-7).
[[nodiscard]] size_t ValidUtf8Length(std::string_view text);

// Removes the first code point from `text`, which must not be empty. A byte that begins no valid sequence
// gives U+FFFD.
[[nodiscard]] char32_t TakeCodePoint(std::string_view& text);

// At most the first `max_bytes` bytes of a text, without a sequence that is cut at the end.
[[nodiscard]] std::string_view Utf8Prefix(std::string_view text, size_t max_bytes);

// A code point in UTF-8. Surrogates are encoded like others: the caller decides how to replace them.
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

// Appends a text with a backslash before each of the `special` characters.
inline void AppendEscaped(std::string& out, std::string_view text, std::string_view special) {
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
}

// Whether a terminal or another viewer of text acts on the code point instead of showing it: control
// characters (C0, DEL, C1), marks that change the direction of text, separators of lines and paragraphs.
[[nodiscard]] bool ActsOnText(char32_t code_point);

// Whether the text has a visible character: no blank, no control character and no character without width.
// Invalid UTF-8 is visible, as it is shown as U+FFFD.
[[nodiscard]] bool HasVisibleCharacter(std::string_view text);

enum class LineBreaks : uint8_t { kKept, kSpelledOut };

// Appends untrusted text in a form that a terminal only shows: code points for which ActsOnText holds, and
// invalid UTF-8, are spelled out as "\u202e" or "\x1b". With kKept, line breaks and tabs stay, as this
// program lays out its own text with them.
void AppendTerminalText(std::string& out, std::string_view text, LineBreaks line_breaks);

// AppendTerminalText() with kSpelledOut: the text on one line.
[[nodiscard]] std::string TerminalLine(std::string_view text);

// Appends a text as a field of a tab-separated line: tabs, line breaks and backslashes are spelled out as
// "\t", "\n" and "\\".
void AppendTsvField(std::string& out, std::string_view text);

}  // namespace ringscope
