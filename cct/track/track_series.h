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

// What the report of such a tree says it is made of.
inline constexpr std::string_view kTrackFormat = "track";

// All profiles of a folder that `ringscope track` filled as one series, version by version, in a version
// benchmark by benchmark. Each execution has the attributes `commit`, `benchmark` and `run`. What somebody
// took away is left out. Costs as of BuildSeries(). Errors: kNotFound where there is no profile, those of
// ReadTrackManifest(), of OpenCctFile() and VerifyCct(), with the path, and of BuildSeries().
[[nodiscard]] Result<CctPtr> OpenTrackFolder(const std::filesystem::path& folder, JobControl& job);

// Where the folder that `ringscope track` fills has what.
inline constexpr const char* kTrackManifestName = "manifest.txt";

// How much of a commit stands in names and tables.
[[nodiscard]] std::string ShortCommit(const std::string& commit);

// "0003-1a2b3c4d5e6f" of version 2: file names stand in the order of the versions, the first of which is 0.
[[nodiscard]] std::string NumberedCommit(size_t version, const std::string& commit);

// The folder of all profiles of a benchmark, and the profile of run 1, 2, ... of a version.
[[nodiscard]] std::filesystem::path TrackedProfilesOf(const std::filesystem::path& folder,
                                                      const std::string& benchmark);
[[nodiscard]] std::filesystem::path TrackedProfile(const std::filesystem::path& folder,
                                                   const std::string& benchmark, size_t version,
                                                   const std::string& commit, uint32_t run);

// Whether a text begins as a manifest does.
[[nodiscard]] bool LooksLikeManifest(std::string_view text);
// Whether a folder has one. Looks at the disk.
[[nodiscard]] bool IsTrackFolder(const std::filesystem::path& folder);
// Errors: kNotFound, kIo and those of ParseManifest(), with the path.
[[nodiscard]] Result<TrackManifest> ReadTrackManifest(const std::filesystem::path& folder);

}  // namespace ringscope
