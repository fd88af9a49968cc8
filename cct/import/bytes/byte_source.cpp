#include "cct/import/bytes/byte_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "cct/import/bytes/inflate_source.h"
#include "cct/import/bytes/pipe_source.h"
#include "cct/import/bytes/text_source.h"

namespace ringscope {
namespace {

constexpr uint64_t kMaxInflatedBytes = uint64_t{8} << 30;

// Bytes that lie in memory: a mapped file or bytes that it owns, or the caller's.
class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::span<const std::byte> bytes) : bytes_(bytes), file_bytes_(bytes.size()) {}
  explicit MemorySource(std::vector<std::byte> held)
      : held_(std::move(held)), bytes_(held_), file_bytes_(bytes_.size()) {}
  MemorySource(MappedFile file, std::filesystem::path path)
      : file_(std::move(file)), path_(std::move(path)), bytes_(file_.bytes()), file_bytes_(bytes_.size()) {}

  Result<std::span<const std::byte>> Next() override {
    return std::exchange(at_end_, true) ? std::span<const std::byte>() : bytes_;
  }
  void Rewind() override { at_end_ = false; }
  [[nodiscard]] std::span<const std::byte> Contents() const override { return bytes_; }
  void DropContents(uint64_t offset_bytes, uint64_t length_bytes) const override {
    if (!path_) return;
    file_.DropPages(offset_bytes + file_bytes_ - bytes_.size(), length_bytes);
  }
  [[nodiscard]] const std::filesystem::path* file() const override { return path_ ? &*path_ : nullptr; }
  [[nodiscard]] uint64_t consumed_bytes() const override { return at_end_ ? file_bytes_ : 0; }
  [[nodiscard]] uint64_t size_bytes() const override { return file_bytes_; }

  void SkipFront(size_t count) { bytes_ = bytes_.subspan(count); }

 private:
  MappedFile file_;
  std::vector<std::byte> held_;
  std::optional<std::filesystem::path> path_;
  std::span<const std::byte> bytes_;
  size_t file_bytes_;
  bool at_end_ = false;
};

// Any stream together with a copy of its first bytes, which the opener needs to look at.
class PeekedSource final : public ByteSource {
 public:
  explicit PeekedSource(std::unique_ptr<ByteSource> inner) : inner_(std::move(inner)) {}

  Result<void> Peek(size_t count) {
    prefix_.clear();
    while (prefix_.size() < count) {
      RINGSCOPE_ASSIGN(const std::span<const std::byte> piece, inner_->Next());
      if (piece.empty()) break;
      const auto part = piece.subspan(0, std::min(piece.size(), count - prefix_.size()));
      prefix_.insert(prefix_.end(), part.begin(), part.end());
    }
    inner_->Rewind();
    return {};
  }
  [[nodiscard]] std::span<const std::byte> prefix() const { return prefix_; }
  [[nodiscard]] std::unique_ptr<ByteSource> TakeInner() { return std::move(inner_); }

  Result<std::span<const std::byte>> Next() override { return inner_->Next(); }
  void Rewind() override { inner_->Rewind(); }
  [[nodiscard]] uint64_t consumed_bytes() const override { return inner_->consumed_bytes(); }
  [[nodiscard]] uint64_t size_bytes() const override { return inner_->size_bytes(); }
  [[nodiscard]] uint64_t announced_bytes() const override { return inner_->announced_bytes(); }

 private:
  std::unique_ptr<ByteSource> inner_;
  std::vector<std::byte> prefix_;
};

Result<OpenedSource> OpenStream(std::unique_ptr<ByteSource> stream, size_t prefix_bytes) {
  auto peeked = std::make_unique<PeekedSource>(std::move(stream));
  RINGSCOPE_TRY(peeked->Peek(prefix_bytes));
  if (peeked->prefix().empty())
    return Fail(ErrorCode::kMalformed, "expected a profile, found nothing: the file is empty");
  std::string_view prefix = AsText(peeked->prefix());
  if (EndsLinesByCarriageReturn(prefix)) {
    peeked = std::make_unique<PeekedSource>(MakeCarriageReturnSource(peeked->TakeInner()));
    RINGSCOPE_TRY(peeked->Peek(prefix_bytes));
    prefix = AsText(peeked->prefix());
  }
  return OpenedSource{std::move(peeked), prefix};
}

// What is packed within something packed is held in memory.
constexpr size_t kMaxPackings = 4;
constexpr size_t kMaxHeldPackedBytes = size_t{1} << 30;

Result<std::unique_ptr<MemorySource>> Hold(ByteSource& stream) {
  std::vector<std::byte> held;
  while (true) {
    RINGSCOPE_ASSIGN(const std::span<const std::byte> piece, stream.Next());
    if (piece.empty()) return std::make_unique<MemorySource>(std::move(held));
    if (piece.size() > kMaxHeldPackedBytes - held.size()) {
      return Fail(ErrorCode::kLimit,
                  fmt::format("expected at most {} bytes of a compressed file within another, "
                              "found more: unpack it once",
                              kMaxHeldPackedBytes));
    }
    held.insert(held.end(), piece.begin(), piece.end());
  }
}

Result<OpenedSource> Open(std::unique_ptr<MemorySource> memory, uint64_t max_inflated_bytes,
                          size_t prefix_bytes) {
  if (memory->Contents().empty())
    return Fail(ErrorCode::kMalformed, "expected a profile, found nothing: the file is empty");
  for (size_t packings = 0; packings < kMaxPackings; ++packings) {
    const bool gzip = LooksLikeGzip(memory->Contents());
    if (!gzip && !LooksLikeZstd(memory->Contents())) break;
    auto make = gzip ? &MakeGzipSource : &MakeZstdSource;
    PeekedSource inflated(make(std::move(memory), max_inflated_bytes));
    RINGSCOPE_TRY(inflated.Peek(kTextEncodingBytes));
    const std::span<const std::byte> start = inflated.prefix();
    if (!LooksLikeGzip(start) && !LooksLikeZstd(start)) {
      const TextEncoding encoding = FindTextEncoding(start);
      return OpenStream(Decoded(inflated.TakeInner(), encoding), prefix_bytes);
    }
    RINGSCOPE_ASSIGN(memory, Hold(inflated));
  }
  if (LooksLikeGzip(memory->Contents()) || LooksLikeZstd(memory->Contents())) {
    return Fail(ErrorCode::kUnsupported,
                fmt::format("expected a file that is packed {} times at most, found more", kMaxPackings));
  }
  const TextEncoding encoding = FindTextEncoding(memory->Contents());
  if (encoding.is_utf16) return OpenStream(Decoded(std::move(memory), encoding), prefix_bytes);
  memory->SkipFront(encoding.mark_bytes);
  const std::string_view contents = AsText(memory->Contents());
  if (contents.empty())
    return Fail(ErrorCode::kMalformed, "expected a profile, found nothing: the file is empty");
  const std::string_view prefix = contents.substr(0, prefix_bytes);
  if (EndsLinesByCarriageReturn(prefix)) return OpenStream(std::move(memory), prefix_bytes);
  return OpenedSource{std::move(memory), prefix};
}

}  // namespace

void ByteSource::DropContents(uint64_t, uint64_t) const {}

Result<OpenedSource> OpenMappedSource(MappedFile file, const std::filesystem::path& path,
                                      uint64_t max_inflated_bytes, size_t prefix_bytes) {
  return Open(std::make_unique<MemorySource>(std::move(file), path), max_inflated_bytes, prefix_bytes);
}

Result<OpenedPipe> OpenPipeSource(std::unique_ptr<PipeSource> pipe, uint64_t max_inflated_bytes,
                                  size_t prefix_bytes) {
  PipeSource* const source = pipe.get();
  PeekedSource begin(std::move(pipe));
  RINGSCOPE_TRY(begin.Peek(kTextEncodingBytes));
  if (LooksLikeGzip(begin.prefix()) || LooksLikeZstd(begin.prefix())) {
    source->KeepBeginOnly();
    std::vector<std::byte> packed;
    while (true) {
      RINGSCOPE_ASSIGN(const std::span<const std::byte> piece, begin.Next());
      if (piece.empty()) break;
      packed.insert(packed.end(), piece.begin(), piece.end());
    }
    RINGSCOPE_ASSIGN(OpenedSource inflated, Open(std::make_unique<MemorySource>(std::move(packed)),
                                                 max_inflated_bytes, prefix_bytes));
    return OpenedPipe{std::move(inflated), nullptr};
  }
  const TextEncoding encoding = FindTextEncoding(begin.prefix());
  RINGSCOPE_ASSIGN(OpenedSource opened, OpenStream(Decoded(begin.TakeInner(), encoding), prefix_bytes));
  return OpenedPipe{std::move(opened), source};
}

Result<OpenedSource> OpenMemorySource(std::span<const std::byte> bytes, uint64_t max_inflated_bytes,
                                      size_t prefix_bytes) {
  return Open(std::make_unique<MemorySource>(bytes), max_inflated_bytes, prefix_bytes);
}

Result<WholeInput> ReadWhole(ByteSource& source, double progress_share, JobControl& job) {
  if (!source.Contents().empty()) return WholeInput{AsText(source.Contents()), {}};
  // Room that is not written to takes no memory, while growing would write to twice as much.
  auto memory = LargeArray<char>::WithBound(std::min(source.announced_bytes(), kMaxInflatedBytes));
  while (true) {
    if (job.cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
    RINGSCOPE_ASSIGN(const std::span<const std::byte> piece, source.Next());
    if (piece.empty()) break;
    if (memory.size() + piece.size() > kMaxInflatedBytes) {
      return Fail(
          ErrorCode::kLimit,
          fmt::format("expected a profile of at most {} bytes when inflated, found more", kMaxInflatedBytes));
    }
    if (piece.size() > memory.capacity() - memory.size())
      memory.Grow(std::max(2 * memory.capacity(), memory.size() + piece.size()));
    std::memcpy(memory.Extend(piece.size()), piece.data(), piece.size());
    memory.CountUsed();
    job.done_units.store(static_cast<uint64_t>(static_cast<double>(source.consumed_bytes()) * progress_share),
                         std::memory_order_relaxed);
  }
  const std::string_view text(memory.data(), memory.size());
  return WholeInput{text, std::move(memory)};
}

}  // namespace ringscope
