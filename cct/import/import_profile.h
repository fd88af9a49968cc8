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

// Reads any supported profile (not .cct: see cct/file/cct_file.h) into a tree; the content alone decides the
// format. job->total_units is the file's size, done_units the bytes read of it. Errors: those of MapProfile
// and OpenMappedSource; kUnrecognized, which says what the file seems to be; kUnsupported for a known format
// without an importer, which says what to run instead; the importer's own (with place); kLimit; kOverflow;
// kCancelled; kMalformed if no record could be read, which names the most frequent reason. A profile without
// records gives an empty tree and a note.
[[nodiscard]] Result<CctPtr> ImportProfile(const std::filesystem::path& path, const ImportOptions& options,
                                           JobControl& job);

// The two steps of ImportProfile(). Errors of MapProfile(): those of MappedFile::Open, and kUnsupported with
// what to run if the path is a folder that a profiler writes.
[[nodiscard]] Result<MappedFile> MapProfile(const std::filesystem::path& path);
[[nodiscard]] Result<CctPtr> ImportMappedProfile(MappedFile file, const std::filesystem::path& path,
                                                 const ImportOptions& options, JobControl& job);

// ImportProfile() for bytes in memory (tests, fuzzers).
[[nodiscard]] Result<CctPtr> ImportProfileBytes(std::span<const std::byte> bytes,
                                                const ImportOptions& options, JobControl& job);

// The error of ImportOptions::naming with a format that names its own metrics.
[[nodiscard]] tl::unexpected<Error> FailNamed(std::string_view format);

// The name of the importer that would read a profile with this beginning, of which it looks at kSniffBytes.
// Errors: those of OpenMemorySource, kUnrecognized and kUnsupported as above.
[[nodiscard]] Result<std::string_view> ImporterFor(std::span<const std::byte> begin);

// ImportProfile() for a pipe. Reads the bytes as they come; holds JSON and compressed input in memory.
[[nodiscard]] Result<CctPtr> ImportPipe(std::unique_ptr<PipeSource> pipe, const ImportOptions& options,
                                        JobControl& job);

// Formats that people try and that no importer reads. Each has bytes that hardly any other format has, and a
// text that says what to run instead.

// "Valgrind's massif snapshots: record with `...`"; empty for all other text. `text` is the first bytes of
// the inflated input, decoded as importers see them. O(text).
[[nodiscard]] std::string_view RefusedFormatOf(std::string_view text);

// The same for a profile that is a folder. Looks for single files in the folder.
[[nodiscard]] std::string_view RefusedFolderOf(const std::filesystem::path& folder);

// Names what unrecognized bytes seem to be, in a few words: "JSON of another kind", "binary data".
[[nodiscard]] std::string_view DescribeContents(std::string_view text);

}  // namespace ringscope
