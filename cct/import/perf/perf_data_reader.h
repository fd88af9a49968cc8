#pragma once

#include "cct/import/importer.h"

namespace ringscope {

// Reads a perf.data by itself: as a file, as perf writes it to a pipe, of either byte order, with compressed
// records. Errors: those of ByteSource::Next and of ReadPerfDataHead(), kLimit, kOverflow, kCancelled.
[[nodiscard]] Result<void> ReadPerfData(const ImportRun& run);

}  // namespace ringscope
