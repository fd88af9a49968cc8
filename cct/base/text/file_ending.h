#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>

#include "cct/base/text/ascii.h"

namespace ringscope {

// A path without its folders, whatever the system.
[[nodiscard]] constexpr std::string_view LastOfPath(std::string_view path) {
  return path.substr(path.find_last_of("/\\") + 1);
}

// How a name ends, with its '.'; empty where there is none.
[[nodiscard]] inline std::string_view EndingOf(std::string_view name) {
  return name.substr(std::min(name.rfind('.'), name.size()));
}

// Whether the name of a file ends like this, ".png", in letters of either case, and has something before
// that.
[[nodiscard]] inline bool HasEnding(const std::filesystem::path& path, std::string_view ending) {
  const std::string name = path.filename().string();
  return name.size() > ending.size() &&
         EqualsFolded(std::string_view(name).substr(name.size() - ending.size()), ending);
}

}  // namespace ringscope
