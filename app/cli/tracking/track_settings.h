#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/output.h"
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

inline constexpr uint32_t kDefaultVersions = 20;
inline constexpr uint32_t kDefaultRuns = 5;

// What the options ask for in a new folder.
[[nodiscard]] Result<TrackSettings> NewSettings(const TrackOptions& options);

// The settings with which a folder is gone on with. How often, and how long, commands run may change; the
// rest makes results comparable and may only be repeated.
[[nodiscard]] Result<TrackSettings> ResumedSettings(const TrackOptions& options, const TrackSettings& stored);

}  // namespace ringscope
