#pragma once

#include <string_view>

#include "cct/base/text/utf8.h"

namespace ringscope {

// What stands for the name of a frame without one wherever people and scripts read names. Stored names stay
// empty.
inline constexpr std::string_view kUnknownName = "[unknown]";

// Borrows from `name`.
[[nodiscard]] inline std::string_view NameOrUnknown(std::string_view name) {
  return name.empty() ? kUnknownName : name;
}

// What stands for a name of which nothing can be seen.
inline constexpr std::string_view kBlankName = "[blank]";

// A name as charts and lists show it: never empty, never invisible. What other programs read has the name
// itself (NameOrUnknown). Borrows from `name`.
[[nodiscard]] inline std::string_view ShownName(std::string_view name) {
  if (name.empty()) return kUnknownName;
  return HasVisibleCharacter(name) ? name : kBlankName;
}

}  // namespace ringscope
