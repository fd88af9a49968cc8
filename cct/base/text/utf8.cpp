#include "cct/base/text/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <span>

namespace ringscope {
namespace {

struct CodePoints {
  char32_t first, last;
};
constexpr CodePoints kActing[] = {{0x00, 0x1F},     {0x7F, 0x9F},     {0x061C, 0x061C},
                                  {0x200E, 0x200F}, {0x2028, 0x202E}, {0x2066, 0x2069}};
// Unicode's spaces, controls, format characters, variation selectors and fillers.
constexpr CodePoints kInvisible[] = {
    {0x00, 0x20},       {0x7F, 0xA0},     {0xAD, 0xAD},     {0x034F, 0x034F}, {0x061C, 0x061C},
    {0x115F, 0x1160},   {0x1680, 0x1680}, {0x17B4, 0x17B5}, {0x180B, 0x180F}, {0x2000, 0x200F},
    {0x2028, 0x202F},   {0x205F, 0x206F}, {0x2800, 0x2800}, {0x3000, 0x3000}, {0x3164, 0x3164},
    {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF}, {0xFFA0, 0xFFA0}, {0xFFF0, 0xFFFB}, {0x1D173, 0x1D17A},
    {0xE0000, 0xE0FFF},
};

bool IsIn(char32_t code_point, std::span<const CodePoints> ranges) {
  return std::ranges::any_of(
      ranges, [&](const CodePoints& one) { return one.first <= code_point && code_point <= one.last; });
}

}  // namespace

size_t ValidUtf8Length(std::string_view text) {
  const auto byte = [&](size_t i) { return i < text.size() ? static_cast<uint8_t>(text[i]) : uint8_t{0}; };
  const auto continues = [&](size_t i) { return (byte(i) & 0xC0) == 0x80; };
  const uint8_t first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return continues(1) ? 2 : 0;
  if ((first & 0xF0) == 0xE0) {
    const bool overlong = first == 0xE0 && byte(1) < 0xA0;
    const bool surrogate = first == 0xED && byte(1) >= 0xA0;
    return continues(1) && continues(2) && !overlong && !surrogate ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    const bool overlong = first == 0xF0 && byte(1) < 0x90;
    const bool beyond = first == 0xF4 && byte(1) >= 0x90;
    return continues(1) && continues(2) && continues(3) && !overlong && !beyond ? 4 : 0;
  }
  return 0;
}

char32_t TakeCodePoint(std::string_view& text) {
  const size_t length = ValidUtf8Length(text);
  if (length <= 1) {
    const auto byte = static_cast<uint8_t>(text[0]);
    text.remove_prefix(1);
    return length == 0 ? char32_t{0xfffd} : char32_t{byte};
  }
  // The lead byte of a sequence of n bytes keeps its lowest 7 - n bits.
  char32_t value = static_cast<uint8_t>(text[0]) & (0x7fu >> length);
  for (size_t i = 1; i < length; ++i) value = value << 6 | (static_cast<uint8_t>(text[i]) & 0x3fu);
  text.remove_prefix(length);
  return value;
}

std::string_view Utf8Prefix(std::string_view text, size_t max_bytes) {
  if (text.size() <= max_bytes) return text;
  for (size_t back = 1; back <= std::min<size_t>(3, max_bytes); ++back) {
    if (ValidUtf8Length(text.substr(max_bytes - back)) > back) return text.substr(0, max_bytes - back);
  }
  return text.substr(0, max_bytes);
}

bool ActsOnText(char32_t code_point) { return IsIn(code_point, kActing); }

bool HasVisibleCharacter(std::string_view text) {
  while (!text.empty()) {
    if (!IsIn(TakeCodePoint(text), kInvisible)) return true;
  }
  return false;
}

void AppendTerminalText(std::string& out, std::string_view text, LineBreaks line_breaks) {
  const bool keeps = line_breaks == LineBreaks::kKept;
  const auto is_plain = [&](char c) { return (c >= ' ' && c <= '~') || (keeps && (c == '\n' || c == '\t')); };
  while (!text.empty()) {
    const auto plain = static_cast<size_t>(std::ranges::find_if_not(text, is_plain) - text.begin());
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

void AppendTsvField(std::string& out, std::string_view text) {
  for (const char c : text) {
    if (c == '\t' || c == '\n' || c == '\\') out += '\\';
    out += c == '\t' ? 't' : c == '\n' ? 'n' : c;
  }
}

}  // namespace ringscope
