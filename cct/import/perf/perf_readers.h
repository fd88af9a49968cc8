#pragma once

#include <cstdint>

#include "cct/import/importer.h"

namespace ringscope {

// Reads what `perf script` prints. `has_other_text`: there may be much in front of the samples that perf did
// not print. Says how many samples have no frames. Errors: those of ByteSource::Next, kUnsupported (a text of
// which nothing tells what its columns are), kLimit, kOverflow, kCancelled.
[[nodiscard]] Result<uint64_t> ImportPerfText(const ImportRun& run, bool has_other_text);

// Samples of a perf.data that are not told as well as they might be.
struct PerfDataGaps {
  uint64_t without_frames = 0;
  uint64_t stacks_for_perf = 0;  // whose callers perf alone finds
  uint64_t named = 0, nameless = 0;  // addresses of user code
};

// Reads a perf.data by itself: as a file, as perf writes it to a pipe, of either byte order, with compressed
// records. Errors: those of ByteSource::Next and of ReadPerfDataHead(), kLimit, kOverflow, kCancelled.
[[nodiscard]] Result<PerfDataGaps> ReadPerfData(const ImportRun& run);

// Whether the events that its head tells have stacks whose callers perf alone finds. Nothing is said of what
// cannot be read.
[[nodiscard]] bool HasStacksForPerf(const ImportRun& run);

// Only counts the events that were lost, and adds that to the report. The same errors.
[[nodiscard]] Result<void> CountLostOfPerfData(const ImportRun& run);

}  // namespace ringscope
