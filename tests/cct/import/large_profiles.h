#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace ringscope::test {

// A profile with many samples, functions, or what else its importer could hold much of. Its text is `head`,
// `part` with 1 to `count` for each '#', and `tail`, or what `make` makes.
struct LargeProfile {
  std::string_view format;  // as ImportReport has it
  size_t count;             // takes an importer some megabytes
  std::string_view head = {}, part = {}, tail = {};
  std::string (*make)(size_t count) = nullptr;

  [[nodiscard]] std::string Text() const;
};
// At least one for every importer.
[[nodiscard]] std::span<const LargeProfile> LargeProfiles();

}  // namespace ringscope::test
