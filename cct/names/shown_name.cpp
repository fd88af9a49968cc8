#include "cct/names/shown_name.h"

#include <algorithm>
#include <array>
#include <utility>

#include "cct/base/text/utf8.h"

namespace ringscope {
namespace {

// First and last code point of what leaves no mark: Unicode's spaces, controls, format characters, variation
// selectors and fillers.
constexpr std::array<std::pair<char32_t, char32_t>, 21> kInvisible{{
    {0x00, 0x20},       {0x7F, 0xA0},     {0xAD, 0xAD},     {0x034F, 0x034F}, {0x061C, 0x061C},
    {0x115F, 0x1160},   {0x1680, 0x1680}, {0x17B4, 0x17B5}, {0x180B, 0x180F}, {0x2000, 0x200F},
    {0x2028, 0x202F},   {0x205F, 0x206F}, {0x2800, 0x2800}, {0x3000, 0x3000}, {0x3164, 0x3164},
    {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF}, {0xFFA0, 0xFFA0}, {0xFFF0, 0xFFFB}, {0x1D173, 0x1D17A},
    {0xE0000, 0xE0FFF},
}};

bool IsInvisible(char32_t code_point) {
  return std::ranges::any_of(
      kInvisible, [&](const auto& range) { return range.first <= code_point && code_point <= range.second; });
}

}  // namespace

bool HasVisibleCharacter(std::string_view text) {
  while (!text.empty()) {
    if (!IsInvisible(TakeCodePoint(text))) return true;
  }
  return false;
}

}  // namespace ringscope
