#pragma once

#include "app/cli/output.h"
#include "app/cli/tracking/command_track.h"

namespace ringscope {

inline constexpr uint32_t kDefaultVersions = 20;
inline constexpr uint32_t kDefaultRuns = 5;

// What the options ask for in a new folder.
[[nodiscard]] Result<TrackSettings> NewSettings(const TrackOptions& options);

// The settings with which a folder is gone on with. How often, and how long, commands run may change; the
// rest makes results comparable and may only be repeated.
[[nodiscard]] Result<TrackSettings> ResumedSettings(const TrackOptions& options, const TrackSettings& stored);

}  // namespace ringscope
