#include "cct/import/bytes/inflate_source.h"

#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <new>
#include <vector>

namespace ringscope {
namespace {

constexpr size_t kOutputBytes = size_t{256} << 10;
constexpr size_t kZstdStepBytes = size_t{128} << 10;

// The third byte is the method: 8 is deflate, the only one. No text begins with these three bytes.
bool LooksLikeGzip(std::span<const std::byte> bytes) { return AsText(bytes).starts_with("\x1f\x8b\x08"); }

bool LooksLikeZstd(std::span<const std::byte> bytes) {
  const std::string_view text = AsText(bytes);
  return text.starts_with("\x28\xb5\x2f\xfd") ||
         (text.size() >= 4 && (text[0] & 0xf0) == 0x50 && text.substr(1).starts_with("\x2a\x4d\x18"));
}

// The base of both decompressors: the packed bytes, the output buffer and the accounting.
class InflateSource : public ByteSource {
 public:
  InflateSource(std::unique_ptr<ByteSource> packed, uint64_t max_inflated_bytes)
      : packed_(std::move(packed)), input_(packed_->Contents()), max_inflated_bytes_(max_inflated_bytes) {}

  [[nodiscard]] uint64_t consumed_bytes() const override { return position_; }
  [[nodiscard]] uint64_t size_bytes() const override { return input_.size(); }

 protected:
  // The size that the file announces, bounded by the highest ratio of real profiles, since it may be wrong.
  [[nodiscard]] uint64_t PlausibleSize(uint64_t announced_bytes) const {
    constexpr uint64_t kMostPerByte = 64;
    return std::min({announced_bytes, input_.size() * kMostPerByte, max_inflated_bytes_});
  }
  // Accounts for `produced` bytes at the front of the buffer and hands them out.
  Result<std::span<const std::byte>> Deliver(size_t produced) {
    inflated_bytes_ += produced;
    if (inflated_bytes_ > max_inflated_bytes_) {
      return Fail(ErrorCode::kLimit, "the compressed input inflates to more than the limit of {} bytes",
                  max_inflated_bytes_);
    }
    return std::span<const std::byte>(output_.data(), produced);
  }
  void GoTo(size_t position) {
    packed_->DropContents(position_, position - position_);
    position_ = position;
  }
  void Reset() {
    position_ = 0;
    inflated_bytes_ = 0;
  }

  std::unique_ptr<ByteSource> packed_;
  std::span<const std::byte> input_;
  std::vector<std::byte> output_ = std::vector<std::byte>(kOutputBytes);
  uint64_t max_inflated_bytes_;
  uint64_t inflated_bytes_ = 0;
  size_t position_ = 0;  // in input_, behind the bytes inflated so far
};

class GzipSource final : public InflateSource {
 public:
  using InflateSource::InflateSource;
  ~GzipSource() override { Close(); }
  GzipSource(const GzipSource&) = delete;
  GzipSource& operator=(const GzipSource&) = delete;

  Result<std::span<const std::byte>> Next() override {
    size_t produced = 0;
    while (produced == 0 && !done_) {
      if (!open_) OpenMember();
      RINGSCOPE_TRY(InflateInto(produced));
    }
    return Deliver(produced);
  }

  void Rewind() override {
    Close();
    done_ = false;
    Reset();
  }
  // The last four bytes have the size of the last member.
  [[nodiscard]] uint64_t announced_bytes() const override {
    uint64_t size = 0;
    for (const std::byte value : input_.last(std::min<size_t>(input_.size(), 4)))
      size = size >> 8 | uint64_t{std::to_integer<uint8_t>(value)} << 24;
    return PlausibleSize(size);
  }

 private:
  void Close() {
    if (open_) inflateEnd(&stream_);
    open_ = false;
  }

  void OpenMember() {
    stream_ = {};
    // 15 + 16: the largest window, gzip wrapping only; zlib then checks the member's CRC and length.
    if (inflateInit2(&stream_, 15 + 16) != Z_OK) throw std::bad_alloc();
    open_ = true;
  }

  Result<void> InflateInto(size_t& produced) {
    const size_t available = std::min<size_t>(input_.size() - position_, size_t{1} << 30);
    // zlib declares its input as mutable but does not write to it.
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(input_.data() + position_));
    stream_.avail_in = static_cast<uInt>(available);
    stream_.next_out = reinterpret_cast<Bytef*>(output_.data());
    stream_.avail_out = static_cast<uInt>(output_.size());
    const int status = inflate(&stream_, Z_NO_FLUSH);
    produced = output_.size() - stream_.avail_out;
    GoTo(position_ + available - stream_.avail_in);
    if (status == Z_STREAM_END) return EndMember();
    if (status == Z_OK) {
      if (position_ == input_.size() && produced == 0) return FailTruncated();
      return {};
    }
    if (status == Z_BUF_ERROR) return FailTruncated();
    if (status == Z_MEM_ERROR) throw std::bad_alloc();
    const char* reason = stream_.msg != nullptr ? stream_.msg : "corrupt data";
    return Fail(ErrorCode::kMalformed, "corrupt gzip stream at byte {} of the compressed file: {}", position_,
                reason);
  }

  Result<void> EndMember() {
    Close();
    const auto rest = input_.subspan(position_);
    if (std::all_of(rest.begin(), rest.end(), [](std::byte value) { return value == std::byte{0}; })) {
      done_ = true;
      return {};
    }
    if (LooksLikeGzip(rest)) return {};
    return Fail(ErrorCode::kMalformed,
                "expected the end of the gzip stream or another member at byte {} of the compressed file, "
                "found other bytes",
                position_);
  }

  Result<void> FailTruncated() const {
    return Fail(ErrorCode::kMalformed, "truncated gzip stream: the file ends after {} bytes inside a member",
                input_.size());
  }

  z_stream stream_ = {};
  bool open_ = false;
  bool done_ = false;
};

ZstdContext MakeZstdContext() {
  ZstdContext context(ZSTD_createDStream(), &ZSTD_freeDStream);
  if (context == nullptr) throw std::bad_alloc();
  return context;
}

class ZstdSource final : public InflateSource {
 public:
  ZstdSource(std::unique_ptr<ByteSource> packed, uint64_t max_inflated_bytes)
      : InflateSource(std::move(packed), max_inflated_bytes) {
    // `zstd --ultra --long=31` needs windows of 2 GiB; 128 MiB (--long=27) is the tool's own default limit.
    ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, 27);
  }

  Result<std::span<const std::byte>> Next() override {
    ZSTD_outBuffer output{output_.data(), output_.size(), 0};
    while (output.pos == 0) {
      if (position_ == input_.size() && frame_complete_) break;
      ZSTD_inBuffer input{input_.data(), input_.size(), position_};
      const size_t status = ZSTD_decompressStream(context_.get(), &output, &input);
      if (ZSTD_isError(status) != 0) {
        if (ZSTD_getErrorCode(status) == ZSTD_error_memory_allocation) throw std::bad_alloc();
        return Fail(ErrorCode::kMalformed, "corrupt zstd stream near byte {} of the compressed file: {}",
                    input.pos, ZSTD_getErrorName(status));
      }
      const bool stuck = input.pos == position_ && output.pos == 0;
      frame_complete_ = status == 0;
      GoTo(input.pos);
      if (!frame_complete_ && (stuck || (position_ == input_.size() && output.pos == 0))) {
        return Fail(ErrorCode::kMalformed,
                    "truncated zstd stream: the file ends after {} bytes inside a frame", input_.size());
      }
    }
    return Deliver(output.pos);
  }

  void Rewind() override {
    ZSTD_DCtx_reset(context_.get(), ZSTD_reset_session_only);
    frame_complete_ = true;
    Reset();
  }
  [[nodiscard]] uint64_t announced_bytes() const override {
    const unsigned long long size = ZSTD_getFrameContentSize(input_.data(), input_.size());
    return size == ZSTD_CONTENTSIZE_UNKNOWN || size == ZSTD_CONTENTSIZE_ERROR ? 0 : PlausibleSize(size);
  }

 private:
  ZstdContext context_ = MakeZstdContext();
  bool frame_complete_ = true;
};

}  // namespace

bool IsPacked(std::span<const std::byte> bytes) { return LooksLikeGzip(bytes) || LooksLikeZstd(bytes); }

std::unique_ptr<ByteSource> Inflated(std::unique_ptr<ByteSource> packed, uint64_t max_inflated_bytes) {
  if (LooksLikeGzip(packed->Contents()))
    return std::make_unique<GzipSource>(std::move(packed), max_inflated_bytes);
  return std::make_unique<ZstdSource>(std::move(packed), max_inflated_bytes);
}

ZstdStream::ZstdStream() : context_(MakeZstdContext()) {}

Result<void> ZstdStream::Inflate(std::span<const std::byte> piece, uint64_t max_bytes, std::string& out) {
  ZSTD_inBuffer input{piece.data(), piece.size(), 0};
  const size_t begin = out.size();
  for (bool is_full = true; input.pos < input.size || is_full;) {
    const size_t had = out.size();
    const size_t step = std::min<uint64_t>(kZstdStepBytes, max_bytes - (had - begin));
    if (step == 0)
      return Fail(ErrorCode::kLimit, "expected at most {} inflated bytes, found more", max_bytes);
    out.resize(had + step);
    ZSTD_outBuffer output{out.data() + had, step, 0};
    const size_t input_before = input.pos;
    const size_t status = ZSTD_decompressStream(context_.get(), &output, &input);
    out.resize(had + output.pos);
    if (ZSTD_isError(status) != 0) {
      if (ZSTD_getErrorCode(status) == ZSTD_error_memory_allocation) throw std::bad_alloc();
      return Fail(ErrorCode::kMalformed, "expected a zstd stream, found {}", ZSTD_getErrorName(status));
    }
    is_full = output.pos == step;
    if (input.pos == input_before && output.pos == 0) break;
  }
  return {};
}

}  // namespace ringscope
