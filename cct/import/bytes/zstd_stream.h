#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "cct/base/result.h"

namespace ringscope {

// A zstd stream that comes in pieces, as a format has them between other things.
class ZstdStream {
 public:
  ZstdStream();
  ZstdStream(ZstdStream&&) noexcept;
  ZstdStream& operator=(ZstdStream&&) noexcept;
  ~ZstdStream();

  // Appends what the next piece inflates to, at most `max_bytes`. Errors: kMalformed, kLimit.
  [[nodiscard]] Result<void> Inflate(std::span<const std::byte> piece, uint64_t max_bytes, std::string& out);

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

}  // namespace ringscope
