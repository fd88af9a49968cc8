#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>

#include "cct/base/text/ascii.h"

namespace ringscope {

// The last part of a path of any operating system.
[[nodiscard]] constexpr std::string_view LastOfPath(std::string_view path) {
  return path.substr(path.find_last_of("/\\") + 1);
}

// The ending of a name from its last '.' on; empty if there is no '.'.
[[nodiscard]] inline std::string_view EndingOf(std::string_view name) {
  return name.substr(std::min(name.rfind('.'), name.size()));
}

// Whether the name of a file has this ending, ".png", in letters of either case, behind at least one
// character.
[[nodiscard]] inline bool HasEnding(const std::filesystem::path& path, std::string_view ending) {
  const std::string name = path.filename().string();
  return name.size() > ending.size() &&
         EqualsFolded(std::string_view(name).substr(name.size() - ending.size()), ending);
}

}  // namespace ringscope
