#include "cct/export/export_buffer.h"

#define ZLIB_CONST  // input is not written to
#include <zlib.h>

#include <algorithm>
#include <limits>
#include <memory>

#include "cct/base/check.h"
#include "cct/base/text/number_text.h"

namespace ringscope {
namespace {

constexpr size_t kOutputBytes = size_t{64} << 10;
constexpr int kGzipWindow = 15 + 16;  // the largest window, in a gzip member
constexpr int kMemoryLevel = 8;       // zlib's default

}  // namespace

Result<void> CheckExportSize(uint64_t least_bytes, uint64_t max_bytes) {
  if (least_bytes <= max_bytes) return {};
  return Fail(ErrorCode::kLimit,
              "every context is written with its whole stack, which takes more than {}; export a "
              "part of the tree or less layers",
              ValueText(max_bytes, "bytes", 1));
}

Result<void> ExportBuffer::Flush() {
  if (buffer_.empty()) return {};
  written_bytes_ += buffer_.size();
  RINGSCOPE_TRY(CheckExportSize(written_bytes_, max_bytes_));
  Result<void> result = sink_(buffer_);
  buffer_.clear();
  return result;
}

Result<void> WriteGzip(const TextSink& sink, const std::function<Result<void>(const TextSink&)>& write) {
  z_stream stream{};
  // Fails only without memory, or with wrong parameters.
  RINGSCOPE_CHECK(deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzipWindow, kMemoryLevel,
                               Z_DEFAULT_STRATEGY) == Z_OK);
  const std::unique_ptr<z_stream, int (*)(z_stream*)> ends(&stream, deflateEnd);
  std::string output(kOutputBytes, '\0');
  const auto compress = [&](std::string_view bytes, bool is_end) -> Result<void> {
    do {
      const size_t count = std::min<size_t>(bytes.size(), std::numeric_limits<uInt>::max());
      stream.next_in = reinterpret_cast<const Bytef*>(bytes.data());
      stream.avail_in = static_cast<uInt>(count);
      bytes.remove_prefix(count);
      const int flush = is_end && bytes.empty() ? Z_FINISH : Z_NO_FLUSH;
      do {
        stream.next_out = reinterpret_cast<Bytef*>(output.data());
        stream.avail_out = static_cast<uInt>(output.size());
        RINGSCOPE_CHECK(deflate(&stream, flush) != Z_STREAM_ERROR);
        const size_t size = output.size() - stream.avail_out;
        if (size > 0) RINGSCOPE_TRY(sink(std::string_view(output).substr(0, size)));
      } while (stream.avail_out == 0);
    } while (!bytes.empty());
    return {};
  };
  RINGSCOPE_TRY(write([&](std::string_view bytes) { return compress(bytes, false); }));
  return compress({}, true);
}

}  // namespace ringscope
