#include "cct/import/bytes/text_source.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "cct/base/text/ascii.h"
#include "cct/base/text/utf8.h"

namespace ringscope {
namespace {

constexpr size_t kUtf8MarkBytes = 3;
constexpr size_t kDecodedBytes = size_t{1} << 20;  // at a time
constexpr uint32_t kReplacement = 0xfffd;

bool IsHighSurrogate(uint32_t unit) { return unit >= 0xd800 && unit < 0xdc00; }
bool IsLowSurrogate(uint32_t unit) { return unit >= 0xdc00 && unit < 0xe000; }

class Utf16Source final : public ByteSource {
 public:
  Utf16Source(std::unique_ptr<ByteSource> encoded, const TextEncoding& encoding)
      : encoded_(std::move(encoded)), encoding_(encoding), mark_left_(encoding.mark_bytes) {}

  Result<std::span<const std::byte>> Next() override {
    output_.clear();
    while (output_.empty()) {
      if (pending_.empty()) {
        RINGSCOPE_ASSIGN(pending_, encoded_->Next());
        if (pending_.empty()) {
          RINGSCOPE_TRY(FinishText());
          break;
        }
      }
      const auto piece = pending_.subspan(0, std::min(pending_.size(), kDecodedBytes));
      pending_ = pending_.subspan(piece.size());
      for (const std::byte value : piece) AddByte(std::to_integer<uint8_t>(value));
    }
    return std::span<const std::byte>(output_);
  }

  void Rewind() override {
    encoded_->Rewind();
    pending_ = {};
    output_.clear();
    mark_left_ = encoding_.mark_bytes;
    half_unit_ = kNone;
    high_surrogate_ = kNone;
  }

  [[nodiscard]] uint64_t consumed_bytes() const override {
    return encoded_->consumed_bytes() - pending_.size();
  }
  [[nodiscard]] uint64_t size_bytes() const override { return encoded_->size_bytes(); }

 private:
  static constexpr uint32_t kNone = 0xffffffffu;

  void AddByte(uint8_t value) {
    if (mark_left_ > 0) {
      --mark_left_;
      return;
    }
    if (half_unit_ == kNone) {
      half_unit_ = value;
      return;
    }
    const uint32_t unit = encoding_.order == Utf16Order::kLittleEndian ? half_unit_ | uint32_t{value} << 8
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

  std::unique_ptr<ByteSource> encoded_;
  TextEncoding encoding_;
  size_t mark_left_;
  std::span<const std::byte> pending_;
  std::vector<std::byte> output_;
  uint32_t half_unit_ = kNone;
  uint32_t high_surrogate_ = kNone;
};

class CarriageReturnSource final : public ByteSource {
 public:
  explicit CarriageReturnSource(std::unique_ptr<ByteSource> text) : text_(std::move(text)) {}

  Result<std::span<const std::byte>> Next() override {
    if (pending_.empty()) {
      RINGSCOPE_ASSIGN(pending_, text_->Next());
    }
    const auto piece = pending_.first(std::min(pending_.size(), kDecodedBytes));
    pending_ = pending_.subspan(piece.size());
    output_.assign(piece.begin(), piece.end());
    std::replace(output_.begin(), output_.end(), std::byte{'\r'}, std::byte{'\n'});
    return std::span<const std::byte>(output_);
  }
  void Rewind() override {
    text_->Rewind();
    pending_ = {};
  }
  [[nodiscard]] uint64_t consumed_bytes() const override { return text_->consumed_bytes() - pending_.size(); }
  [[nodiscard]] uint64_t size_bytes() const override { return text_->size_bytes(); }

 private:
  std::unique_ptr<ByteSource> text_;
  std::span<const std::byte> pending_;
  std::vector<std::byte> output_;
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

constexpr size_t kLeastUtf16Bytes = 16;

// UTF-16 without a mark shows by every other byte of the first lines being zero, and the rest text.
bool LooksLikeUtf16(std::span<const std::byte> bytes, Utf16Order order) {
  bytes = bytes.subspan(0, std::min(bytes.size(), kTextEncodingBytes) / 2 * 2);
  if (bytes.size() < kLeastUtf16Bytes) return false;
  const size_t text = order == Utf16Order::kLittleEndian ? 0 : 1;
  for (size_t i = 0; i < bytes.size(); i += 2) {
    const auto c = std::to_integer<char>(bytes[i + text]);
    if (bytes[i + 1 - text] != std::byte{0}) return false;
    if (IsBeyondAscii(c) || (IsControl(c) && !IsSpace(c))) return false;
  }
  return true;
}

}  // namespace

TextEncoding FindTextEncoding(std::span<const std::byte> begin) {
  const std::string_view text = AsText(begin);
  if (text.starts_with("\xef\xbb\xbf")) return {.mark_bytes = kUtf8MarkBytes};
  if (text.starts_with("\xff\xfe")) return {true, Utf16Order::kLittleEndian, 2};
  if (text.starts_with("\xfe\xff")) return {true, Utf16Order::kBigEndian, 2};
  for (const Utf16Order order : {Utf16Order::kLittleEndian, Utf16Order::kBigEndian}) {
    if (LooksLikeUtf16(begin, order)) return {true, order, 0};
  }
  return {};
}

std::unique_ptr<ByteSource> Decoded(std::unique_ptr<ByteSource> text, const TextEncoding& encoding) {
  if (encoding.is_utf16) return std::make_unique<Utf16Source>(std::move(text), encoding);
  if (encoding.mark_bytes == 0) return text;
  return std::make_unique<SkipFrontSource>(std::move(text), encoding.mark_bytes);
}

bool EndsLinesByCarriageReturn(std::string_view prefix) {
  bool has_return = false;
  for (const char c : prefix) {
    has_return |= c == '\r';
    if (IsControl(c) && c != '\r' && c != '\t') return false;
  }
  return has_return;
}

std::unique_ptr<ByteSource> MakeCarriageReturnSource(std::unique_ptr<ByteSource> text) {
  return std::make_unique<CarriageReturnSource>(std::move(text));
}

}  // namespace ringscope
