#pragma once

#include <cstdint>
#include <filesystem>
#include <span>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/base/system/mapped_file.h"
#include "cct/tree/cct.h"

namespace ringscope {

// The .cct file (docs/cct_format.md): a 64-byte preamble, a FlatBuffers header, and one FlatBuffer a column
// chunk.
inline constexpr uint32_t kCctFormatVersion = 1;

// Whether the bytes begin like a .cct file.
[[nodiscard]] bool LooksLikeCctFile(std::span<const std::byte> prefix);

// The most metrics of a file, and the most executions: a thousand profiles of 256 metrics.
inline constexpr uint32_t kMaxStoredMetrics = 1 << 18;

// Maps the file and checks the preamble, the header and that every column has its length and lies inside the
// file. Costs microseconds unless there are very many metrics, and touches only the front of the file;
// VerifyCct() checks the contents of columns. Errors: kIo, kNotFound, kMalformed (with byte offset),
// kUnsupported (a newer version, named), kCancelled.
[[nodiscard]] Result<CctPtr> OpenCctFile(const std::filesystem::path& path, const JobControl* job = nullptr);
[[nodiscard]] Result<CctPtr> OpenCctFile(MappedFile file, const JobControl* job = nullptr);

struct CctWriteOptions {
  // Largest chunk of column data. Tests use small ones; the default keeps every FlatBuffer below 2 GiB.
  uint32_t chunk_bytes_log2 = 30;
};

// Writes atomically: readers see the old file or the new one, never a part. The bytes depend only on the tree
// and options.
[[nodiscard]] Result<void> WriteCctFile(const Cct& tree, const std::filesystem::path& path,
                                        const CctWriteOptions& options = {}, JobControl* job = nullptr);

// Moves the tree into a file without a name in `folder`, which disappears with the tree or the program. On
// file systems without such files it has a name until this returns.
[[nodiscard]] Result<CctPtr> MoveToUnnamedFile(const Cct& tree, const std::filesystem::path& folder);

// Whether the tree is that of a file that another program shortened while it was open, so that parts of its
// columns are zeros. Costs one load if no file was ever cut. Thread-safe.
[[nodiscard]] bool HasLostItsFile(const Cct& tree);

}  // namespace ringscope
