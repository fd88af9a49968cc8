#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace ringscope::test {

// A profile that is made as large as one likes: `count` is of samples, functions, or what else is many.
struct LargeProfile {
  std::string_view format;  // as ImportReport has it
  std::string (*make)(size_t count);
  size_t count;  // takes an importer some megabytes
};
// At least one for every importer.
[[nodiscard]] std::span<const LargeProfile> LargeProfiles();

}  // namespace ringscope::test
