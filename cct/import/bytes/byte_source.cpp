#include "cct/import/bytes/byte_source.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "cct/base/text/ascii.h"
#include "cct/base/text/utf8.h"
#include "cct/import/bytes/inflate_source.h"

namespace ringscope {
namespace {

constexpr uint64_t kMaxInflatedBytes = uint64_t{8} << 30;

// Bytes in memory: of a mapped file, owned by this source, or owned by the caller.
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

// A source that changes the bytes of another one on the way.
class FilterSource : public ByteSource {
 public:
  explicit FilterSource(std::unique_ptr<ByteSource> inner) : inner_(std::move(inner)) {}

  void Rewind() override {
    inner_->Rewind();
    pending_ = {};
  }
  [[nodiscard]] uint64_t consumed_bytes() const override {
    return inner_->consumed_bytes() - pending_.size();
  }
  [[nodiscard]] uint64_t size_bytes() const override { return inner_->size_bytes(); }

 protected:
  // The next bytes of `inner_`, at most kFilteredBytes at a time.
  Result<std::span<const std::byte>> NextPiece() {
    constexpr size_t kFilteredBytes = size_t{1} << 20;
    if (pending_.empty()) {
      RINGSCOPE_ASSIGN(pending_, inner_->Next());
    }
    const auto piece = pending_.first(std::min(pending_.size(), kFilteredBytes));
    pending_ = pending_.subspan(piece.size());
    return piece;
  }

  std::unique_ptr<ByteSource> inner_;

 private:
  std::span<const std::byte> pending_;
};

// Any stream together with a copy of its first bytes, which the opener inspects.
class PeekedSource final : public FilterSource {
 public:
  using FilterSource::FilterSource;

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
  [[nodiscard]] uint64_t announced_bytes() const override { return inner_->announced_bytes(); }

 private:
  std::vector<std::byte> prefix_;
};

// A stream without its first bytes (a byte order mark).
class SkipFrontSource final : public FilterSource {
 public:
  SkipFrontSource(std::unique_ptr<ByteSource> inner, size_t count)
      : FilterSource(std::move(inner)), count_(count), left_(count) {}

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
    FilterSource::Rewind();
    left_ = count_;
  }

 private:
  size_t count_;
  size_t left_;
};

// The encoding of a text, and the size of its byte order mark (0 = none).
enum class TextForm : uint8_t { kUtf8, kUtf16LittleEndian, kUtf16BigEndian };
struct TextEncoding {
  TextForm form = TextForm::kUtf8;
  size_t mark_bytes = 0;
};

constexpr uint32_t kReplacement = 0xfffd;

bool IsHighSurrogate(uint32_t unit) { return unit >= 0xd800 && unit < 0xdc00; }
bool IsLowSurrogate(uint32_t unit) { return unit >= 0xdc00 && unit < 0xe000; }

// Decodes UTF-16 without a byte order mark into UTF-8.
class Utf16Source final : public FilterSource {
 public:
  Utf16Source(std::unique_ptr<ByteSource> encoded, TextForm form)
      : FilterSource(std::move(encoded)), form_(form) {}

  Result<std::span<const std::byte>> Next() override {
    output_.clear();
    while (output_.empty()) {
      RINGSCOPE_ASSIGN(const std::span<const std::byte> piece, NextPiece());
      if (piece.empty()) {
        RINGSCOPE_TRY(FinishText());
        break;
      }
      for (const std::byte value : piece) AddByte(std::to_integer<uint8_t>(value));
    }
    return std::span<const std::byte>(output_);
  }

  void Rewind() override {
    FilterSource::Rewind();
    half_unit_ = kNone;
    high_surrogate_ = kNone;
  }

 private:
  static constexpr uint32_t kNone = 0xffffffffu;

  void AddByte(uint8_t value) {
    if (half_unit_ == kNone) {
      half_unit_ = value;
      return;
    }
    const uint32_t unit = form_ == TextForm::kUtf16LittleEndian ? half_unit_ | uint32_t{value} << 8
                                                                : half_unit_ << 8 | uint32_t{value};
    half_unit_ = kNone;
    AddUnit(unit);
  }

  void AddUnit(uint32_t unit) {
    if (high_surrogate_ != kNone) {
      const uint32_t high = high_surrogate_;
      high_surrogate_ = kNone;
      if (IsLowSurrogate(unit)) {
        AddCodePoint(0x10000 + ((high - 0xd800) << 10) + (unit - 0xdc00));
        return;
      }
      AddCodePoint(kReplacement);
    }
    if (IsHighSurrogate(unit)) {
      high_surrogate_ = unit;
    } else {
      AddCodePoint(IsLowSurrogate(unit) ? kReplacement : unit);
    }
  }

  void AddCodePoint(uint32_t code) {
    const Utf8Bytes encoded = EncodeUtf8(code);
    for (const char byte : encoded.text()) output_.push_back(static_cast<std::byte>(byte));
  }

  Result<void> FinishText() {
    if (half_unit_ != kNone)
      return Fail(ErrorCode::kMalformed, "UTF-16 text ends in the middle of a character");
    if (high_surrogate_ != kNone) AddCodePoint(kReplacement);
    high_surrogate_ = kNone;
    return {};
  }

  TextForm form_;
  std::vector<std::byte> output_;
  uint32_t half_unit_ = kNone;
  uint32_t high_surrogate_ = kNone;
};

// Replaces each carriage return by a line feed, for text whose lines end in a lone carriage return. Offsets
// stay the same.
class CarriageReturnSource final : public FilterSource {
 public:
  using FilterSource::FilterSource;

  Result<std::span<const std::byte>> Next() override {
    RINGSCOPE_ASSIGN(const std::span<const std::byte> piece, NextPiece());
    output_.assign(piece.begin(), piece.end());
    std::replace(output_.begin(), output_.end(), std::byte{'\r'}, std::byte{'\n'});
    return std::span<const std::byte>(output_);
  }

 private:
  std::vector<std::byte> output_;
};

// The bytes at the start of an input that decide its encoding.
constexpr size_t kTextEncodingBytes = 64;
constexpr size_t kLeastUtf16Bytes = 16;

// Recognizes UTF-16 without a mark: every other byte at the start is zero, and the rest is ASCII text.
bool LooksLikeUtf16(std::span<const std::byte> bytes, TextForm form) {
  bytes = bytes.subspan(0, std::min(bytes.size(), kTextEncodingBytes) / 2 * 2);
  if (bytes.size() < kLeastUtf16Bytes) return false;
  const size_t text = form == TextForm::kUtf16LittleEndian ? 0 : 1;
  for (size_t i = 0; i < bytes.size(); i += 2) {
    const auto c = std::to_integer<char>(bytes[i + text]);
    if (bytes[i + 1 - text] != std::byte{0}) return false;
    if (IsBeyondAscii(c) || (IsControl(c) && !IsSpace(c))) return false;
  }
  return true;
}

TextEncoding FindTextEncoding(std::span<const std::byte> begin) {
  const std::string_view text = AsText(begin);
  if (text.starts_with("\xef\xbb\xbf")) return {TextForm::kUtf8, 3};
  if (text.starts_with("\xff\xfe")) return {TextForm::kUtf16LittleEndian, 2};
  if (text.starts_with("\xfe\xff")) return {TextForm::kUtf16BigEndian, 2};
  for (const TextForm form : {TextForm::kUtf16LittleEndian, TextForm::kUtf16BigEndian}) {
    if (LooksLikeUtf16(begin, form)) return {form, 0};
  }
  return {};
}

// Decodes text of that encoding into UTF-8 without a byte order mark.
std::unique_ptr<ByteSource> Decoded(std::unique_ptr<ByteSource> text, const TextEncoding& encoding) {
  if (encoding.mark_bytes > 0) text = std::make_unique<SkipFrontSource>(std::move(text), encoding.mark_bytes);
  if (encoding.form == TextForm::kUtf8) return text;
  return std::make_unique<Utf16Source>(std::move(text), encoding.form);
}

// Whether the lines of a text with this prefix end in a lone carriage return: the prefix has one, and no
// other control character except tabs.
bool EndsLinesByCarriageReturn(std::string_view prefix) {
  bool has_return = false;
  for (const char c : prefix) {
    has_return |= c == '\r';
    if (IsControl(c) && c != '\r' && c != '\t') return false;
  }
  return has_return;
}

tl::unexpected<Error> FailEmpty() {
  return Fail(ErrorCode::kMalformed, "expected a profile, found nothing: the file is empty");
}

Result<OpenedSource> OpenStream(std::unique_ptr<ByteSource> stream, size_t prefix_bytes) {
  auto peeked = std::make_unique<PeekedSource>(std::move(stream));
  RINGSCOPE_TRY(peeked->Peek(prefix_bytes));
  if (peeked->prefix().empty()) return FailEmpty();
  std::string_view prefix = AsText(peeked->prefix());
  if (EndsLinesByCarriageReturn(prefix)) {
    peeked = std::make_unique<PeekedSource>(std::make_unique<CarriageReturnSource>(peeked->TakeInner()));
    RINGSCOPE_TRY(peeked->Peek(prefix_bytes));
    prefix = AsText(peeked->prefix());
  }
  return OpenedSource{std::move(peeked), prefix};
}

// Input that is packed twice or more is held in memory between two steps of inflating.
constexpr size_t kMaxPackings = 4;
constexpr size_t kMaxHeldPackedBytes = size_t{1} << 30;

Result<std::unique_ptr<MemorySource>> HoldInMemory(ByteSource& stream, size_t max_bytes) {
  std::vector<std::byte> held;
  while (true) {
    RINGSCOPE_ASSIGN(const std::span<const std::byte> piece, stream.Next());
    if (piece.empty()) return std::make_unique<MemorySource>(std::move(held));
    if (piece.size() > max_bytes - held.size()) {
      return Fail(ErrorCode::kLimit,
                  "expected at most {} bytes of a compressed file within another, "
                  "found more: unpack it once",
                  max_bytes);
    }
    held.insert(held.end(), piece.begin(), piece.end());
  }
}

Result<OpenedSource> Open(std::unique_ptr<MemorySource> memory, uint64_t max_inflated_bytes,
                          size_t prefix_bytes) {
  if (memory->Contents().empty()) return FailEmpty();
  for (size_t packings = 0; packings < kMaxPackings; ++packings) {
    if (!IsPacked(memory->Contents())) break;
    PeekedSource inflated(Inflated(std::move(memory), max_inflated_bytes));
    RINGSCOPE_TRY(inflated.Peek(kTextEncodingBytes));
    if (!IsPacked(inflated.prefix())) {
      const TextEncoding encoding = FindTextEncoding(inflated.prefix());
      return OpenStream(Decoded(inflated.TakeInner(), encoding), prefix_bytes);
    }
    RINGSCOPE_ASSIGN(memory, HoldInMemory(inflated, kMaxHeldPackedBytes));
  }
  if (IsPacked(memory->Contents())) {
    return Fail(ErrorCode::kUnsupported, "expected a file that is packed {} times at most, found more",
                kMaxPackings);
  }
  const TextEncoding encoding = FindTextEncoding(memory->Contents());
  if (encoding.form != TextForm::kUtf8) return OpenStream(Decoded(std::move(memory), encoding), prefix_bytes);
  memory->SkipFront(encoding.mark_bytes);
  const std::string_view contents = AsText(memory->Contents());
  if (contents.empty()) return FailEmpty();
  const std::string_view prefix = contents.substr(0, prefix_bytes);
  if (EndsLinesByCarriageReturn(prefix)) return OpenStream(std::move(memory), prefix_bytes);
  return OpenedSource{std::move(memory), prefix};
}

}  // namespace

Result<OpenedSource> OpenMappedSource(MappedFile file, const std::filesystem::path& path,
                                      uint64_t max_inflated_bytes, size_t prefix_bytes) {
  return Open(std::make_unique<MemorySource>(std::move(file), path), max_inflated_bytes, prefix_bytes);
}

Result<OpenedPipe> OpenPipeSource(std::unique_ptr<PipeSource> pipe, uint64_t max_inflated_bytes,
                                  size_t prefix_bytes) {
  PipeSource* const source = pipe.get();
  PeekedSource begin(std::move(pipe));
  RINGSCOPE_TRY(begin.Peek(kTextEncodingBytes));
  if (IsPacked(begin.prefix())) {
    source->KeepBeginOnly();
    RINGSCOPE_ASSIGN(std::unique_ptr<MemorySource> packed, HoldInMemory(begin, SIZE_MAX));
    RINGSCOPE_ASSIGN(OpenedSource inflated, Open(std::move(packed), max_inflated_bytes, prefix_bytes));
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
  // Unwritten room takes no memory, whereas growing would write to twice as much.
  auto memory = LargeArray<char>::WithBound(std::min(source.announced_bytes(), kMaxInflatedBytes));
  while (true) {
    if (job.cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
    RINGSCOPE_ASSIGN(const std::span<const std::byte> piece, source.Next());
    if (piece.empty()) break;
    if (memory.size() + piece.size() > kMaxInflatedBytes) {
      return Fail(ErrorCode::kLimit, "expected a profile of at most {} bytes when inflated, found more",
                  kMaxInflatedBytes);
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
