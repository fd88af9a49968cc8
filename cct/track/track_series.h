#pragma once

#include <filesystem>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/tree/cct.h"

namespace ringscope {

// What the report of such a tree says it is made of.
inline constexpr std::string_view kTrackFormat = "track";

// All profiles of a folder that `ringscope track` filled as one series, version by version, in a version
// benchmark by benchmark. Each execution has the attributes `commit`, `benchmark` and `run`. What somebody
// took away is left out. Costs as of BuildSeries(). Errors: kNotFound where there is no profile, those of
// ReadTrackManifest(), of OpenCctFile() and VerifyCct(), with the path, and of BuildSeries().
[[nodiscard]] Result<CctPtr> OpenTrackFolder(const std::filesystem::path& folder, JobControl& job);

}  // namespace ringscope
