#include "cct/import/bytes/byte_source.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "cct/import/bytes/carriage_return_source.h"
#include "cct/import/bytes/inflate_source.h"
#include "cct/import/bytes/utf16_source.h"

namespace ringscope {
namespace {

constexpr size_t kUtf8MarkBytes = 3;

// Bytes that lie in memory: a mapped file it owns, or the caller's.
class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::span<const std::byte> bytes) : bytes_(bytes), file_bytes_(bytes.size()) {}
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
  std::optional<std::filesystem::path> path_;
  std::span<const std::byte> bytes_;
  size_t file_bytes_;
  bool at_end_ = false;
};

// A stream without its first bytes (a byte order mark).
class SkipFrontSource final : public ByteSource {
 public:
  SkipFrontSource(std::unique_ptr<ByteSource> inner, size_t count)
      : inner_(std::move(inner)), count_(count), left_(count) {}

  Result<std::span<const std::byte>> Next() override {
    while (true) {
      RINGSCOPE_ASSIGN(std::span<const std::byte> piece, inner_->Next());
      if (piece.empty()) return piece;
      const size_t skipped = std::min(left_, piece.size());
      left_ -= skipped;
      if (skipped < piece.size()) return piece.subspan(skipped);
    }
  }
  void Rewind() override {
    inner_->Rewind();
    left_ = count_;
  }
  [[nodiscard]] uint64_t consumed_bytes() const override { return inner_->consumed_bytes(); }
  [[nodiscard]] uint64_t size_bytes() const override { return inner_->size_bytes(); }

 private:
  std::unique_ptr<ByteSource> inner_;
  size_t count_;
  size_t left_;
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

 private:
  std::unique_ptr<ByteSource> inner_;
  std::vector<std::byte> prefix_;
};

enum class TextMark { kNone, kUtf8, kUtf16LittleEndian, kUtf16BigEndian };

TextMark FindTextMark(std::span<const std::byte> bytes) {
  const auto at = [&](size_t index) {
    return index < bytes.size() ? std::to_integer<int>(bytes[index]) : -1;
  };
  if (at(0) == 0xef && at(1) == 0xbb && at(2) == 0xbf) return TextMark::kUtf8;
  if (at(0) == 0xff && at(1) == 0xfe) return TextMark::kUtf16LittleEndian;
  if (at(0) == 0xfe && at(1) == 0xff) return TextMark::kUtf16BigEndian;
  return TextMark::kNone;
}

// Text as UTF-8 without its mark.
std::unique_ptr<ByteSource> Decoded(std::unique_ptr<ByteSource> stream, TextMark mark) {
  if (mark == TextMark::kNone) return stream;
  if (mark == TextMark::kUtf8) return std::make_unique<SkipFrontSource>(std::move(stream), kUtf8MarkBytes);
  const bool big_endian = mark == TextMark::kUtf16BigEndian;
  return MakeUtf16Source(std::move(stream), big_endian ? Utf16Order::kBigEndian : Utf16Order::kLittleEndian);
}

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

Result<OpenedSource> Open(std::unique_ptr<MemorySource> memory, uint64_t max_inflated_bytes,
                          size_t prefix_bytes) {
  const std::span<const std::byte> raw = memory->Contents();
  if (raw.empty()) return Fail(ErrorCode::kMalformed, "expected a profile, found nothing: the file is empty");

  const bool gzip = LooksLikeGzip(raw);
  if (gzip || LooksLikeZstd(raw)) {
    auto make = gzip ? &MakeGzipSource : &MakeZstdSource;
    PeekedSource inflated(make(std::move(memory), max_inflated_bytes));
    RINGSCOPE_TRY(inflated.Peek(4));
    const TextMark mark = FindTextMark(inflated.prefix());
    return OpenStream(Decoded(inflated.TakeInner(), mark), prefix_bytes);
  }

  const TextMark mark = FindTextMark(raw);
  if (mark == TextMark::kUtf16LittleEndian || mark == TextMark::kUtf16BigEndian)
    return OpenStream(Decoded(std::move(memory), mark), prefix_bytes);
  if (mark == TextMark::kUtf8) memory->SkipFront(kUtf8MarkBytes);
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

Result<OpenedSource> OpenMemorySource(std::span<const std::byte> bytes, uint64_t max_inflated_bytes,
                                      size_t prefix_bytes) {
  return Open(std::make_unique<MemorySource>(bytes), max_inflated_bytes, prefix_bytes);
}

}  // namespace ringscope
