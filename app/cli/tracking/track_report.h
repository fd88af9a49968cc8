#pragma once

#include <set>
#include <string>

#include "app/cli/output.h"
#include "app/cli/tracking/track_folder.h"
#include "cct/track/track_manifest.h"

namespace ringscope {

// The benchmarks whose files are not the same in all versions.
[[nodiscard]] std::set<std::string> ChangedBenchmarks(const TrackManifest& manifest);

// Prints a table, versions by benchmarks, of the mean total of the runs in the first metric; what failed and
// why; and how to make series. `left_out` are the benchmarks that were not measured. Whether there is any
// total.
bool PrintTrack(const TrackManifest& manifest, const TrackFolder& folder,
                const std::set<std::string>& left_out, Output& out);

}  // namespace ringscope
