#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cct/base/result.h"

namespace ringscope {

// The writer of the profile of a run: kOwnRecorder is the command itself, which writes to the path in
// $RINGSCOPE_PROFILE; kBestRecorder is the recorder that `record` picks; any other word (letters, digits and
// '-') names one of the recorders of `record`.
inline constexpr std::string_view kOwnRecorder = "own";
inline constexpr std::string_view kBestRecorder = "best";
[[nodiscard]] bool IsTrackRecorder(std::string_view word);

struct TrackedBenchmark {
  std::string name;                // letters, digits, '.', '_' and '-'
  std::string command;             // for `sh -c`
  std::vector<std::string> files;  // paths in the repository; runs with equal files are comparable
  friend bool operator==(const TrackedBenchmark&, const TrackedBenchmark&) = default;
};

struct TrackSettings {
  std::string repository;  // an absolute path
  std::string build;       // for `sh -c`; empty: nothing is built
  std::vector<TrackedBenchmark> benchmarks;
  uint32_t runs = 1;  // of each benchmark and version
  std::string recorder = std::string(kOwnRecorder);
  uint32_t limit_seconds = 0;  // of each command; 0: none
  friend bool operator==(const TrackSettings&, const TrackSettings&) = default;
};

// The result of a benchmark in a version.
struct TrackedOutcome {
  std::string files_hash;  // of what the benchmark's files hold in this version; empty: it names no files
  uint32_t runs = 0;       // number of profiles, which are numbered from 1
  std::string failure;     // why the next run failed; empty: it did not. A failure ends the runs.
  friend bool operator==(const TrackedOutcome&, const TrackedOutcome&) = default;
};

struct TrackedVersion {
  std::string commit;                              // 40 or 64 hexadecimal digits
  int64_t time = 0;                                // seconds since 1970
  std::string subject;                             // of its message
  std::string not_built;                           // why the build failed; empty: it did not
  std::map<std::string, TrackedOutcome> outcomes;  // by the name of the benchmark
  friend bool operator==(const TrackedVersion&, const TrackedVersion&) = default;
};

// The settings of `ringscope track`, and the versions that it has measured so far.
struct TrackManifest {
  TrackSettings settings;
  std::vector<TrackedVersion> versions;  // oldest first
  friend bool operator==(const TrackManifest&, const TrackManifest&) = default;
};

// The text that docs/track.md describes, and back. Errors: kMalformed with the line, kUnsupported.
[[nodiscard]] std::string FormatManifest(const TrackManifest& manifest);
[[nodiscard]] Result<TrackManifest> ParseManifest(std::string_view text);

// Whether the name is a portable file name and needs no quotes on a command line.
[[nodiscard]] bool IsBenchmarkName(std::string_view name);

}  // namespace ringscope
