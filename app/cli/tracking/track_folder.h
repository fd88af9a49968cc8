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

// The folder that `track` writes, and the only one: manifest.txt, profiles, logs, and what it works with. One
// program at a time has it. Move-only.
class TrackFolder {
 public:
  // A new or empty one, or one that was begun. Errors: another program has it, it holds other things, the
  // system refuses.
  [[nodiscard]] static Result<TrackFolder> Open(const std::filesystem::path& path);

  TrackFolder(TrackFolder&& other) noexcept;
  TrackFolder& operator=(TrackFolder&&) = delete;
  TrackFolder(const TrackFolder&) = delete;
  ~TrackFolder();

  // What has been done so far; nothing in a new folder.
  [[nodiscard]] Result<std::optional<TrackManifest>> ReadManifest() const;
  // The old manifest or the new one stays, never a part.
  [[nodiscard]] Result<void> WriteManifest(const TrackManifest& manifest) const;

  // Absolute.
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::filesystem::path work() const { return path_ / "work"; }
  // Where a run writes its profile: no path of an earlier program, of which a benchmark may still be at work.
  [[nodiscard]] std::filesystem::path recorded() const;
  // Of a benchmark, or of the "build", in a version, the first of which is 0.
  [[nodiscard]] std::filesystem::path Log(const std::string& what, size_t version,
                                          const std::string& commit) const;

 private:
  TrackFolder() = default;
  [[nodiscard]] std::filesystem::path manifest() const { return path_ / kTrackManifestName; }

  std::filesystem::path path_;
  int lock_ = -1;
};

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
