#pragma once

#include <cstdint>

#include "cct/import/importer.h"

namespace ringscope {

// Reads a perf.data by itself: as a file, as perf writes it to a pipe, of either byte order, with compressed
// records. Says how many samples have no frames. Errors: those of ByteSource::Next and of ReadPerfDataHead(),
// kLimit, kOverflow, kCancelled.
[[nodiscard]] Result<uint64_t> ReadPerfData(const ImportRun& run);

// Only counts the events that were lost, and adds that to the report. The same errors.
[[nodiscard]] Result<void> CountLostOfPerfData(const ImportRun& run);

}  // namespace ringscope
