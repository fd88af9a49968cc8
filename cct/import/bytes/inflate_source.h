#pragma once

#include <cstdint>
#include <memory>

#include "cct/import/bytes/byte_source.h"

namespace ringscope {

// Whether the bytes begin like a gzip member or a zstd frame (skippable ones included).
[[nodiscard]] bool LooksLikeGzip(std::span<const std::byte> bytes);
[[nodiscard]] bool LooksLikeZstd(std::span<const std::byte> bytes);

// Inflates `packed`, whose Contents() must be all of it, in pieces of a quarter mebibyte. More than
// `max_inflated_bytes` of output is kLimit. Trailing bytes after a complete gzip member that are no member
// are an error unless all zero (padding of tapes and block devices).
[[nodiscard]] std::unique_ptr<ByteSource> MakeGzipSource(std::unique_ptr<ByteSource> packed,
                                                         uint64_t max_inflated_bytes);
[[nodiscard]] std::unique_ptr<ByteSource> MakeZstdSource(std::unique_ptr<ByteSource> packed,
                                                         uint64_t max_inflated_bytes);

}  // namespace ringscope
