#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cct/base/result.h"
#include "cct/track/track_manifest.h"

namespace ringscope {

// ringscope track: what is not given is as in the manifest of the folder, or has its default.
struct TrackOptions {
  std::filesystem::path folder;      // for all that is written
  std::filesystem::path repository;  // empty: not given
  std::optional<std::string> build;
  std::vector<std::string> benchmarks;  // "NAME=COMMAND"
  std::vector<std::string> files;       // "PATH" or "NAME=PATH"
  std::optional<uint32_t> last, runs, limit_seconds;
  std::optional<std::string> recorder;
  bool changed_benchmarks = false;  // measures those whose files change, too
  bool yes = false;                 // runs what the folder's manifest says without asking
};
[[nodiscard]] Result<int> RunTrack(const TrackOptions& options);

}  // namespace ringscope
