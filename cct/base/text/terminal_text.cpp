#include "cct/base/text/terminal_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "cct/base/text/utf8.h"

namespace ringscope {

bool ActsOnText(char32_t code_point) {
  constexpr std::array<std::pair<char32_t, char32_t>, 6> kActing{{
      {0x00, 0x1F},
      {0x7F, 0x9F},
      {0x061C, 0x061C},
      {0x200E, 0x200F},
      {0x2028, 0x202E},
      {0x2066, 0x2069},
  }};
  return std::any_of(kActing.begin(), kActing.end(), [&](const auto& range) {
    return range.first <= code_point && code_point <= range.second;
  });
}

void AppendTerminalText(std::string& out, std::string_view text, LineBreaks line_breaks) {
  const bool keeps = line_breaks == LineBreaks::kKept;
  const auto is_plain = [&](char c) { return (c >= ' ' && c <= '~') || (keeps && (c == '\n' || c == '\t')); };
  while (!text.empty()) {
    const auto plain =
        static_cast<size_t>(std::find_if_not(text.begin(), text.end(), is_plain) - text.begin());
    out += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) return;
    const size_t length = ValidUtf8Length(text);
    std::string_view rest = text;
    const char32_t code_point = TakeCodePoint(rest);
    if (length <= 1)
      fmt::format_to(std::back_inserter(out), "\\x{:02x}", static_cast<unsigned char>(text.front()));
    else if (ActsOnText(code_point))
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<uint32_t>(code_point));
    else
      out += text.substr(0, length);
    text = rest;
  }
}

std::string TerminalLine(std::string_view text) {
  std::string line;
  AppendTerminalText(line, text, LineBreaks::kSpelledOut);
  return line;
}

}  // namespace ringscope
