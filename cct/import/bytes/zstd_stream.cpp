#include "cct/import/bytes/zstd_stream.h"

#include <fmt/format.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <new>

namespace ringscope {
namespace {

constexpr size_t kStepBytes = size_t{128} << 10;

}  // namespace

struct ZstdStream::Context {
  std::unique_ptr<ZSTD_DStream, size_t (*)(ZSTD_DStream*)> stream{ZSTD_createDStream(), &ZSTD_freeDStream};
};

ZstdStream::ZstdStream() : context_(std::make_unique<Context>()) {
  if (!context_->stream) throw std::bad_alloc();
}
ZstdStream::ZstdStream(ZstdStream&&) noexcept = default;
ZstdStream& ZstdStream::operator=(ZstdStream&&) noexcept = default;
ZstdStream::~ZstdStream() = default;

Result<void> ZstdStream::Inflate(std::span<const std::byte> piece, uint64_t max_bytes, std::string& out) {
  ZSTD_inBuffer input{piece.data(), piece.size(), 0};
  const size_t begin = out.size();
  for (bool is_full = true; input.pos < input.size || is_full;) {
    const size_t had = out.size();
    const size_t step = std::min<uint64_t>(kStepBytes, max_bytes - (had - begin));
    if (step == 0)
      return Fail(ErrorCode::kLimit,
                  fmt::format("expected at most {} inflated bytes, found more", max_bytes));
    out.resize(had + step);
    ZSTD_outBuffer output{out.data() + had, step, 0};
    const size_t input_before = input.pos;
    const size_t status = ZSTD_decompressStream(context_->stream.get(), &output, &input);
    out.resize(had + output.pos);
    if (ZSTD_isError(status) != 0) {
      if (ZSTD_getErrorCode(status) == ZSTD_error_memory_allocation) throw std::bad_alloc();
      return Fail(ErrorCode::kMalformed,
                  fmt::format("expected a zstd stream, found {}", ZSTD_getErrorName(status)));
    }
    is_full = output.pos == step;
    if (input.pos == input_before && output.pos == 0) break;
  }
  return {};
}

}  // namespace ringscope
