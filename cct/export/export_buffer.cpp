#include "cct/export/export_buffer.h"

#include <fmt/format.h>

#include "cct/base/text/number_text.h"

namespace ringscope {

Result<void> CheckExportSize(uint64_t least_bytes, uint64_t max_bytes) {
  if (least_bytes <= max_bytes) return {};
  return Fail(ErrorCode::kLimit,
              fmt::format("every context is written with its whole stack, which takes more than {}; export a "
                          "part of the tree or less layers",
                          ValueText(max_bytes, "bytes", 1)));
}

Result<void> ExportBuffer::Flush() {
  if (buffer_.empty()) return {};
  written_bytes_ += buffer_.size();
  RINGSCOPE_TRY(CheckExportSize(written_bytes_, max_bytes_));
  Result<void> result = sink_(buffer_);
  buffer_.clear();
  return result;
}

}  // namespace ringscope

#define ZLIB_CONST  // input is not written to
#include <zlib.h>

#include <algorithm>
#include <limits>

#include "cct/base/check.h"

namespace ringscope {
namespace {

constexpr size_t kOutputBytes = size_t{64} << 10;
constexpr int kGzipWindow = 15 + 16;  // the largest window, in a gzip member
constexpr int kMemoryLevel = 8;       // zlib's default

}  // namespace

struct GzipSink::State {
  explicit State(const TextSink& to) : sink(to), output(kOutputBytes, '\0') {}
  const TextSink& sink;
  z_stream stream{};
  std::string output;
};

GzipSink::GzipSink(const TextSink& sink) : state_(std::make_unique<State>(sink)) {
  // Fails for want of memory and wrong parameters only.
  RINGSCOPE_CHECK(deflateInit2(&state_->stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzipWindow, kMemoryLevel,
                               Z_DEFAULT_STRATEGY) == Z_OK);
}

GzipSink::~GzipSink() { deflateEnd(&state_->stream); }

Result<void> GzipSink::Write(std::string_view bytes) { return Deflate(bytes, false); }

Result<void> GzipSink::Finish() { return Deflate({}, true); }

Result<void> GzipSink::Deflate(std::string_view bytes, bool finish) {
  z_stream& stream = state_->stream;
  do {
    const size_t count = std::min<size_t>(bytes.size(), std::numeric_limits<uInt>::max());
    stream.next_in = reinterpret_cast<const Bytef*>(bytes.data());
    stream.avail_in = static_cast<uInt>(count);
    bytes.remove_prefix(count);
    const int flush = finish && bytes.empty() ? Z_FINISH : Z_NO_FLUSH;
    do {
      stream.next_out = reinterpret_cast<Bytef*>(state_->output.data());
      stream.avail_out = static_cast<uInt>(state_->output.size());
      RINGSCOPE_CHECK(deflate(&stream, flush) != Z_STREAM_ERROR);
      const size_t size = state_->output.size() - stream.avail_out;
      if (size > 0) RINGSCOPE_TRY(state_->sink(std::string_view(state_->output).substr(0, size)));
    } while (stream.avail_out == 0);
  } while (!bytes.empty());
  return {};
}

}  // namespace ringscope
