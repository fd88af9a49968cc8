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

// What a command may take where --max-memory does not say: three quarters of the memory that there is to
// take.
[[nodiscard]] uint64_t DefaultMaxMemoryBytes();

// Memory that ran out, as an error: of the system, or of the `allowed_bytes` that the command may take.
[[nodiscard]] Error MemoryError(uint64_t allowed_bytes);
// Where blocks go for which memory has no room: $TMPDIR, else /var/tmp, as /tmp may be memory itself.
[[nodiscard]] std::filesystem::path FolderForSpills();
// That they do, with the size of the first one.
[[nodiscard]] std::string SpillNote(uint64_t allowed_bytes, uint64_t bytes);

}  // namespace ringscope
