#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "cct/base/result.h"

namespace ringscope {

// A number of bytes as people write it: "100000", "512M", "1.5G", "2GiB". K, M, G and T are powers of 1024,
// with or without "iB" behind; kB, MB, GB and TB are powers of 1000, as in queries; letters of either case.
// Error: kInvalidArgument for other text, for 0, and from 2^63 on.
[[nodiscard]] Result<uint64_t> ParseMemorySize(std::string_view text);

// The memory that a command may take without --max-memory: three quarters of the memory available.
[[nodiscard]] uint64_t DefaultMaxMemoryBytes();

// The error of memory that ran out: the system's, or the `allowed_bytes` of the command.
[[nodiscard]] Error MemoryError(uint64_t allowed_bytes);
// The folder of the files for large blocks that memory has no room for: $TMPDIR, else /var/tmp, as /tmp may
// be memory itself.
[[nodiscard]] std::filesystem::path FolderForSpills();
// The note that large blocks go to files; `bytes` is the size of the first one.
[[nodiscard]] std::string SpillNote(uint64_t allowed_bytes, uint64_t bytes);

}  // namespace ringscope
