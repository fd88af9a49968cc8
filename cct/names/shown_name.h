#pragma once

#include <string_view>

#include "cct/base/text/utf8.h"

namespace ringscope {

// Replaces the empty name of a frame wherever people and scripts read names. Stored names stay empty.
inline constexpr std::string_view kUnknownName = "[unknown]";

// Borrows from `name`.
[[nodiscard]] inline std::string_view NameOrUnknown(std::string_view name) {
  return name.empty() ? kUnknownName : name;
}

// Replaces a name without visible characters.
inline constexpr std::string_view kBlankName = "[blank]";

// A name as charts and lists show it: never empty, never invisible. Output for other programs uses
// NameOrUnknown. Borrows from `name`.
[[nodiscard]] inline std::string_view ShownName(std::string_view name) {
  if (name.empty()) return kUnknownName;
  return HasVisibleCharacter(name) ? name : kBlankName;
}

}  // namespace ringscope
