#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/track/track_manifest.h"
#include "cct/tree/cct.h"

namespace ringscope {

// ImportReport::format of a tree that OpenTrackFolder() makes.
inline constexpr std::string_view kTrackFormat = "track";

// Opens all profiles of a folder that `ringscope track` filled as one series, ordered by version, then by
// benchmark. Each execution has the attributes `commit`, `benchmark` and `run`. A missing file ends the runs
// of its version and benchmark. Costs as much as BuildSeries(). Errors: kNotFound if there is no profile;
// those of ReadTrackManifest(), and of OpenCctFile() and VerifyCct(), with the path; those of BuildSeries().
[[nodiscard]] Result<CctPtr> OpenTrackFolder(const std::filesystem::path& folder, JobControl& job);

// The manifest's name in the folder.
inline constexpr const char* kTrackManifestName = "manifest.txt";

// The abbreviated commit, as names and tables have it.
[[nodiscard]] std::string ShortCommit(const std::string& commit);

// "0003-1a2b3c4d5e6f" for `version` 2 (they are counted from 0), so that file names sort by version.
[[nodiscard]] std::string NumberedCommit(size_t version, const std::string& commit);

// Paths of the folder of a benchmark's profiles, and of the profile of run 1, 2, ... of a version.
[[nodiscard]] std::filesystem::path TrackedProfilesOf(const std::filesystem::path& folder,
                                                      const std::string& benchmark);
[[nodiscard]] std::filesystem::path TrackedProfile(const std::filesystem::path& folder,
                                                   const std::string& benchmark, size_t version,
                                                   const std::string& commit, uint32_t run);

// Whether a text begins like a manifest.
[[nodiscard]] bool LooksLikeManifest(std::string_view text);
// Whether a folder has a manifest. Looks at the disk.
[[nodiscard]] bool IsTrackFolder(const std::filesystem::path& folder);
// Reads the manifest of a folder. Errors: kNotFound, kIo and those of ParseManifest(), with the path.
[[nodiscard]] Result<TrackManifest> ReadTrackManifest(const std::filesystem::path& folder);

}  // namespace ringscope
