#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cct/base/result.h"

namespace ringscope {

// Who writes the profile of a run: the command itself, to the path in $RINGSCOPE_PROFILE; the recorder that
// `record` takes by itself; or one of those that it has names for, of letters, digits and '-'.
inline constexpr std::string_view kOwnRecorder = "own";
inline constexpr std::string_view kBestRecorder = "best";
[[nodiscard]] bool IsTrackRecorder(std::string_view word);

struct TrackedBenchmark {
  std::string name;                // letters, digits, '.', '_' and '-'
  std::string command;             // for `sh -c`
  std::vector<std::string> files;  // in the repository: what makes runs comparable
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

// What became of a benchmark in a version.
struct TrackedOutcome {
  std::string files_hash;  // of what the benchmark's files hold there; empty: no files are named
  uint32_t runs = 0;       // profiles that there are, numbered from 1
  std::string failure;     // why the next run did not end well; no further one is tried then
  friend bool operator==(const TrackedOutcome&, const TrackedOutcome&) = default;
};

struct TrackedVersion {
  std::string commit;                              // 40 or 64 hexadecimal digits
  int64_t time = 0;                                // seconds since 1970
  std::string subject;                             // of its message
  std::string not_built;                           // why
  std::map<std::string, TrackedOutcome> outcomes;  // by the name of the benchmark
  friend bool operator==(const TrackedVersion&, const TrackedVersion&) = default;
};

// What `ringscope track` is asked for, and how far it has come.
struct TrackManifest {
  TrackSettings settings;
  std::vector<TrackedVersion> versions;  // oldest first
  friend bool operator==(const TrackManifest&, const TrackManifest&) = default;
};

// The text that docs/track.md describes, and back. Errors: kMalformed with the line, kUnsupported.
[[nodiscard]] std::string FormatManifest(const TrackManifest& manifest);
[[nodiscard]] Result<TrackManifest> ParseManifest(std::string_view text);

// Whether it can be a file name, and a word of a command line, everywhere.
[[nodiscard]] bool IsBenchmarkName(std::string_view name);

}  // namespace ringscope
