#pragma once

#include <filesystem>
#include <span>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/cct.h"
#include "cct/import/importer.h"

namespace ringscope {

// Reads any supported profile (not .cct: see cct/cct_file.h) into a tree; the format is found by content
// alone. job->total_units is the file's size, done_units what has been read of it. Errors: those of
// OpenSource, kUnrecognized naming the formats that are read, the importer's own (with place), kLimit,
// kOverflow, kCancelled; kMalformed when not a single record could be read, naming the most frequent reason.
[[nodiscard]] Result<CctPtr> ImportProfile(const std::filesystem::path& path, const ImportOptions& options,
                                           JobControl& job);

// The same for bytes in memory (tests, fuzzers).
[[nodiscard]] Result<CctPtr> ImportProfileBytes(std::span<const std::byte> bytes,
                                                const ImportOptions& options, JobControl& job);

}  // namespace ringscope
