#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "cct/base/result.h"
#include "cct/import/bytes/byte_source.h"

struct ZSTD_DCtx_s;

namespace ringscope {

// Whether the bytes begin like a gzip member or a zstd frame, skippable frames included.
[[nodiscard]] bool IsPacked(std::span<const std::byte> bytes);

// Inflates `packed` in pieces of a quarter mebibyte. Its bytes must satisfy IsPacked(), and its Contents()
// must have all of them. More than `max_inflated_bytes` of output is kLimit. Bytes behind a complete gzip
// member that are no member are an error unless all are zero (padding of tapes and block devices).
[[nodiscard]] std::unique_ptr<ByteSource> Inflated(std::unique_ptr<ByteSource> packed,
                                                   uint64_t max_inflated_bytes);

using ZstdContext = std::unique_ptr<ZSTD_DCtx_s, size_t (*)(ZSTD_DCtx_s*)>;

// A zstd stream that a format stores in pieces, between other records.
class ZstdStream {
 public:
  ZstdStream();

  // Inflates the next piece, and appends at most `max_bytes` to `out`. Errors: kMalformed, kLimit.
  [[nodiscard]] Result<void> Inflate(std::span<const std::byte> piece, uint64_t max_bytes, std::string& out);

 private:
  ZstdContext context_;
};

}  // namespace ringscope
