#include "app/model/display_text.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>

namespace ringscope {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
constexpr std::string_view kEllipsis = "\xE2\x80\xA6";

// Length of the valid UTF-8 character at the front, 0 where it is none.
size_t CharacterLength(std::string_view bytes) {
  const auto at = [&](size_t i) { return static_cast<uint8_t>(bytes[i]); };
  const uint8_t lead = at(0);
  if (lead < 0x80) return 1;
  const size_t length = lead >= 0xC2 && lead < 0xE0   ? 2
                        : (lead & 0xF0) == 0xE0       ? 3
                        : lead >= 0xF0 && lead < 0xF5 ? 4
                                                      : 0;
  if (length == 0 || bytes.size() < length) return 0;
  for (size_t i = 1; i < length; ++i) {
    if ((at(i) & 0xC0) != 0x80) return 0;
  }
  // Overlong forms, surrogates and what lies beyond U+10FFFF.
  if (lead == 0xE0 && at(1) < 0xA0) return 0;
  if (lead == 0xED && at(1) >= 0xA0) return 0;
  if (lead == 0xF0 && at(1) < 0x90) return 0;
  if (lead == 0xF4 && at(1) >= 0x90) return 0;
  return length;
}

}  // namespace

std::string DisplayText(std::string_view bytes, size_t max_bytes) {
  std::string text;
  while (!bytes.empty()) {
    if (text.size() >= max_bytes) return text.append(kEllipsis);
    const size_t length = CharacterLength(bytes);
    if (length == 0) {
      text.append(kReplacement);
      bytes.remove_prefix(1);
      continue;
    }
    const auto first = static_cast<uint8_t>(bytes[0]);
    if (length == 1 && (first < 0x20 || first == 0x7F)) {
      text += ' ';
    } else {
      text.append(bytes.substr(0, length));
    }
    bytes.remove_prefix(length);
  }
  return text;
}

std::string ContextName(const Cct& tree, ContextId context, size_t max_bytes) {
  if (context == kRootContext) return "(everything)";
  if (context >= tree.context_count()) return "(unknown)";
  const std::string_view name = tree.frames().name(tree.FrameOf(context));
  return name.empty() ? "(unnamed)" : DisplayText(name, max_bytes);
}

std::string PlaceText(const Frame& frame) {
  if (frame.file.empty()) return {};
  std::string place = DisplayText(frame.file);
  if (frame.line == 0) return place;
  place += fmt::format(":{}", frame.line);
  if (frame.column != 0) place += fmt::format(":{}", frame.column);
  return place;
}

}  // namespace ringscope
