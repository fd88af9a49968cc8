#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/output.h"
#include "cct/base/result.h"
#include "cct/track/track_manifest.h"
#include "cct/track/track_series.h"

namespace ringscope {

// The only folder that `track` writes: manifest.txt, profiles, logs, and its work files. One program at a
// time holds its lock. Move-only.
class TrackFolder {
 public:
  // Opens a new or empty folder, or one that `track` began. Errors: another program holds it, it has other
  // files, the system refuses.
  [[nodiscard]] static Result<TrackFolder> Open(const std::filesystem::path& path);

  TrackFolder(TrackFolder&& other) noexcept;
  TrackFolder& operator=(TrackFolder&&) = delete;
  TrackFolder(const TrackFolder&) = delete;
  ~TrackFolder();

  // The state of the work; std::nullopt in a new folder.
  [[nodiscard]] Result<std::optional<TrackManifest>> ReadManifest() const;
  // Replaces the manifest atomically.
  [[nodiscard]] Result<void> WriteManifest(const TrackManifest& manifest) const;

  // An absolute path.
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::filesystem::path work() const { return path_ / "work"; }
  // The path of a run's profile, another one for each process of `track`: a benchmark of an earlier one may
  // still run.
  [[nodiscard]] std::filesystem::path recorded() const;
  // The log of a benchmark, or of the "build", in a version; the first version is 0.
  [[nodiscard]] std::filesystem::path Log(const std::string& what, size_t version,
                                          const std::string& commit) const;

 private:
  TrackFolder() = default;
  [[nodiscard]] std::filesystem::path manifest() const { return path_ / kTrackManifestName; }

  std::filesystem::path path_;
  int lock_ = -1;
};

// The options of `ringscope track`; without an option the manifest of the folder counts, or the default.
struct TrackOptions {
  std::filesystem::path folder;      // all output goes there
  std::filesystem::path repository;  // empty: not given
  std::optional<std::string> build;
  std::vector<std::string> benchmarks;  // "NAME=COMMAND"
  std::vector<std::string> files;       // "PATH" or "NAME=PATH"
  std::optional<uint32_t> last, runs, limit_seconds;
  std::optional<std::string> recorder;
  bool changed_benchmarks = false;  // also measure benchmarks whose files change
  bool yes = false;                 // run the manifest's commands without asking
};
[[nodiscard]] Result<int> RunTrack(const TrackOptions& options);

inline constexpr uint32_t kDefaultVersions = 20;
inline constexpr uint32_t kDefaultRuns = 5;

// The settings that the options give a new folder.
[[nodiscard]] Result<TrackSettings> NewSettings(const TrackOptions& options);

// The settings to go on with in a folder that was begun. The number of runs and their time limit may change;
// the other options make results comparable and may only be repeated.
[[nodiscard]] Result<TrackSettings> ResumedSettings(const TrackOptions& options, const TrackSettings& stored);

}  // namespace ringscope
