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

// Whether the bytes begin like a gzip member or a zstd frame (skippable ones included).
[[nodiscard]] bool IsPacked(std::span<const std::byte> bytes);

// Inflates `packed`, which is, and whose Contents() must be all of it, in pieces of a quarter mebibyte. More
// than `max_inflated_bytes` of output is kLimit. Trailing bytes after a complete gzip member that are no
// member are an error unless all zero (padding of tapes and block devices).
[[nodiscard]] std::unique_ptr<ByteSource> Inflated(std::unique_ptr<ByteSource> packed,
                                                   uint64_t max_inflated_bytes);

using ZstdContext = std::unique_ptr<ZSTD_DCtx_s, size_t (*)(ZSTD_DCtx_s*)>;

// A zstd stream that comes in pieces, as a format has them between other things.
class ZstdStream {
 public:
  ZstdStream();

  // Appends what the next piece inflates to, at most `max_bytes`. Errors: kMalformed, kLimit.
  [[nodiscard]] Result<void> Inflate(std::span<const std::byte> piece, uint64_t max_bytes, std::string& out);

 private:
  ZstdContext context_;
};

}  // namespace ringscope
