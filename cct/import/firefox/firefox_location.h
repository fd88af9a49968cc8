#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace ringscope {

// What a location of Gecko's raw profiles says of a frame, or the name of a function without a symbol. The
// views borrow from the location.
struct FirefoxLocation {
  std::string_view name;
  std::string_view file;
  std::string_view module;
  uint32_t line = 0, column = 0;
};

// "name (url:line:column)" or "name (in module)", the latter also with "(+ 12)" or "(file:line)" behind it.
// Of the former the line, the column and what follows in brackets may be missing; of urls that loaded each
// other ("a -> b") the last counts. Everything else is a name.
[[nodiscard]] FirefoxLocation ParseFirefoxLocation(std::string_view location);

// "0x7f12" as a number.
[[nodiscard]] std::optional<uint64_t> ParseFirefoxAddress(std::string_view name);

}  // namespace ringscope
