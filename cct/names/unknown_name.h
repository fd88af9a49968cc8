#pragma once

#include <string_view>

namespace ringscope {

// What stands for the name of a frame without one wherever people and scripts read names. Stored names stay
// empty.
inline constexpr std::string_view kUnknownName = "[unknown]";

// Borrows from `name`.
[[nodiscard]] inline std::string_view NameOrUnknown(std::string_view name) {
  return name.empty() ? kUnknownName : name;
}

}  // namespace ringscope
