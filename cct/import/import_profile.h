#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string_view>

#include "cct/base/system/mapped_file.h"
#include "cct/import/bytes/byte_source.h"
#include "cct/import/importer.h"
#include "cct/tree/cct.h"

namespace ringscope {

// Reads any supported profile (not .cct: see cct/file/cct_file.h) into a tree; the format is found by content
// alone. job->total_units is the file's size, done_units what has been read of it. Errors: those of
// MapProfile and OpenMappedSource, kUnrecognized saying what it is instead, kUnsupported with what to
// run where the format is a known one that is not read, the importer's own (with place), kLimit, kOverflow,
// kCancelled; kMalformed when there are records and not a single one could be read, naming the most frequent
// reason. A profile without records gives an empty tree, and a note.
[[nodiscard]] Result<CctPtr> ImportProfile(const std::filesystem::path& path, const ImportOptions& options,
                                           JobControl& job);

// The two steps of that. Errors of the first: those of MappedFile::Open, and kUnsupported with what to run
// where the path is a folder that a profiler writes.
[[nodiscard]] Result<MappedFile> MapProfile(const std::filesystem::path& path);
[[nodiscard]] Result<CctPtr> ImportMappedProfile(MappedFile file, const std::filesystem::path& path,
                                                 const ImportOptions& options, JobControl& job);

// The same for bytes in memory (tests, fuzzers).
[[nodiscard]] Result<CctPtr> ImportProfileBytes(std::span<const std::byte> bytes,
                                                const ImportOptions& options, JobControl& job);

// The error of a name for the metric of a profile in a format that names its own (ImportOptions::naming).
[[nodiscard]] tl::unexpected<Error> FailNamed(std::string_view format);

// Which importer would read a profile that begins so: its name. As much as kSniffBytes is looked at. Errors:
// those of OpenMemorySource, kUnrecognized and kUnsupported as above.
[[nodiscard]] Result<std::string_view> ImporterFor(std::span<const std::byte> begin);

// Reads what comes out of a pipe as ImportProfile() reads a file, as it comes, but for JSON and what is
// compressed: that is held.
[[nodiscard]] Result<CctPtr> ImportPipe(std::unique_ptr<PipeSource> pipe, const ImportOptions& options,
                                        JobControl& job);

// Formats that people try and that no importer reads. Each is told by bytes that hardly anything else has,
// and answered by what to run instead.

// "Valgrind's massif snapshots: record with `...`"; empty for all other text. `text` are the first bytes of
// the inflated input, decoded as importers see them. O(text).
[[nodiscard]] std::string_view RefusedFormatOf(std::string_view text);

// The same for profiles that are folders. Looks for one file in it.
[[nodiscard]] std::string_view RefusedFolderOf(const std::filesystem::path& folder);

// What other bytes seem to be, in a few words: "JSON of another kind", "binary data".
[[nodiscard]] std::string_view DescribeContents(std::string_view text);

}  // namespace ringscope
