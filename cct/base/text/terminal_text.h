#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ringscope {

// Whether a terminal, or what shows text after it, acts on the code point instead of showing it: control
// characters (C0, DEL, C1), marks that change the direction of text, separators of lines and paragraphs.
[[nodiscard]] bool ActsOnText(char32_t code_point);

enum class LineBreaks : uint8_t { kKept, kSpelledOut };

// Appends text from outside so that it is only shown: what acts on text, and bytes that are no UTF-8, are
// spelled out as "\x1b" or "\u202e". With kKept, line breaks and tabs stay: those are what this program lays
// text out by.
void AppendTerminalText(std::string& out, std::string_view text, LineBreaks line_breaks);

// The same on one line.
[[nodiscard]] std::string TerminalLine(std::string_view text);

}  // namespace ringscope
