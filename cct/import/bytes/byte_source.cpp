#include "cct/import/bytes/byte_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "cct/base/text/ascii.h"
#include "cct/import/bytes/carriage_return_source.h"
#include "cct/import/bytes/inflate_source.h"
#include "cct/import/bytes/pipe_source.h"
#include "cct/import/bytes/utf16_source.h"

namespace ringscope {
namespace {

constexpr size_t kUtf8MarkBytes = 3;

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

// How text is written, and how long the mark is that says so.
struct TextForm {
  bool is_utf16 = false;
  Utf16Order order = Utf16Order::kLittleEndian;
  size_t mark_bytes = 0;
};

// So much of an input tells.
constexpr size_t kTextFormBytes = 64;
constexpr size_t kLeastUtf16Bytes = 16;

// UTF-16 without a mark shows by every other byte of the first lines being zero, and the rest text.
bool LooksLikeUtf16(std::span<const std::byte> bytes, Utf16Order order) {
  bytes = bytes.subspan(0, std::min(bytes.size(), kTextFormBytes) / 2 * 2);
  if (bytes.size() < kLeastUtf16Bytes) return false;
  const size_t text = order == Utf16Order::kLittleEndian ? 0 : 1;
  for (size_t i = 0; i < bytes.size(); i += 2) {
    const auto c = std::to_integer<char>(bytes[i + text]);
    if (bytes[i + 1 - text] != std::byte{0}) return false;
    if (IsBeyondAscii(c) || (IsControl(c) && !IsSpace(c))) return false;
  }
  return true;
}

TextForm FindTextForm(std::span<const std::byte> bytes) {
  const std::string_view text = AsText(bytes);
  if (text.starts_with("\xef\xbb\xbf")) return {.mark_bytes = kUtf8MarkBytes};
  if (text.starts_with("\xff\xfe")) return {true, Utf16Order::kLittleEndian, 2};
  if (text.starts_with("\xfe\xff")) return {true, Utf16Order::kBigEndian, 2};
  for (const Utf16Order order : {Utf16Order::kLittleEndian, Utf16Order::kBigEndian}) {
    if (LooksLikeUtf16(bytes, order)) return {true, order, 0};
  }
  return {};
}

// Text as UTF-8 without its mark.
std::unique_ptr<ByteSource> Decoded(std::unique_ptr<ByteSource> stream, const TextForm& form) {
  if (form.is_utf16) return MakeUtf16Source(std::move(stream), form.order, form.mark_bytes);
  if (form.mark_bytes == 0) return stream;
  return std::make_unique<SkipFrontSource>(std::move(stream), form.mark_bytes);
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
    RINGSCOPE_TRY(inflated.Peek(kTextFormBytes));
    const std::span<const std::byte> start = inflated.prefix();
    if (!LooksLikeGzip(start) && !LooksLikeZstd(start)) {
      const TextForm form = FindTextForm(start);
      return OpenStream(Decoded(inflated.TakeInner(), form), prefix_bytes);
    }
    RINGSCOPE_ASSIGN(memory, Hold(inflated));
  }
  if (LooksLikeGzip(memory->Contents()) || LooksLikeZstd(memory->Contents())) {
    return Fail(ErrorCode::kUnsupported,
                fmt::format("expected a file that is packed {} times at most, found more", kMaxPackings));
  }
  const TextForm form = FindTextForm(memory->Contents());
  if (form.is_utf16) return OpenStream(Decoded(std::move(memory), form), prefix_bytes);
  memory->SkipFront(form.mark_bytes);
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
  RINGSCOPE_TRY(begin.Peek(kTextFormBytes));
  if (LooksLikeGzip(begin.prefix()) || LooksLikeZstd(begin.prefix())) {
    source->KeepBeginOnly();
    std::vector<std::byte> packed;
    while (true) {
      RINGSCOPE_ASSIGN(const std::span<const std::byte> piece, begin.Next());
      if (piece.empty()) break;
      packed.insert(packed.end(), piece.begin(), piece.end());
    }
    RINGSCOPE_ASSIGN(OpenedSource inflated,
                     Open(std::make_unique<MemorySource>(std::move(packed)), max_inflated_bytes, prefix_bytes));
    return OpenedPipe{std::move(inflated), nullptr};
  }
  const TextForm form = FindTextForm(begin.prefix());
  RINGSCOPE_ASSIGN(OpenedSource opened, OpenStream(Decoded(begin.TakeInner(), form), prefix_bytes));
  return OpenedPipe{std::move(opened), source};
}

Result<OpenedSource> OpenMemorySource(std::span<const std::byte> bytes, uint64_t max_inflated_bytes,
                                      size_t prefix_bytes) {
  return Open(std::make_unique<MemorySource>(bytes), max_inflated_bytes, prefix_bytes);
}

}  // namespace ringscope
