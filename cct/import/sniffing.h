#pragma once

#include <cstddef>
#include <string_view>

namespace ringscope {

// What sniff functions look for in the first bytes of an input.

// The first character that is no blank; 0 where there is none.
[[nodiscard]] inline char FirstOf(std::string_view prefix) {
  const size_t first = prefix.find_first_not_of(" \t\r\n");
  return first == std::string_view::npos ? '\0' : prefix[first];
}

[[nodiscard]] inline bool Has(std::string_view prefix, std::string_view part) {
  return prefix.find(part) != std::string_view::npos;
}

}  // namespace ringscope
