#include "cct/import/bytes/utf16_source.h"

#include <algorithm>
#include <vector>

#include "cct/base/text/utf8.h"

namespace ringscope {
namespace {

constexpr size_t kUtf16PieceBytes = size_t{1} << 20;
constexpr uint32_t kReplacement = 0xfffd;

bool IsHighSurrogate(uint32_t unit) { return unit >= 0xd800 && unit < 0xdc00; }
bool IsLowSurrogate(uint32_t unit) { return unit >= 0xdc00 && unit < 0xe000; }

class Utf16Source final : public ByteSource {
 public:
  Utf16Source(std::unique_ptr<ByteSource> encoded, Utf16Order order, size_t mark_bytes)
      : encoded_(std::move(encoded)), order_(order), mark_bytes_(mark_bytes), mark_left_(mark_bytes) {}

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
      const auto piece = pending_.subspan(0, std::min(pending_.size(), kUtf16PieceBytes));
      pending_ = pending_.subspan(piece.size());
      for (const std::byte value : piece) AddByte(std::to_integer<uint8_t>(value));
    }
    return std::span<const std::byte>(output_);
  }

  void Rewind() override {
    encoded_->Rewind();
    pending_ = {};
    output_.clear();
    mark_left_ = mark_bytes_;
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
    const uint32_t unit = order_ == Utf16Order::kLittleEndian ? half_unit_ | uint32_t{value} << 8
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
  Utf16Order order_;
  size_t mark_bytes_;
  size_t mark_left_;
  std::span<const std::byte> pending_;
  std::vector<std::byte> output_;
  uint32_t half_unit_ = kNone;
  uint32_t high_surrogate_ = kNone;
};

}  // namespace

std::unique_ptr<ByteSource> MakeUtf16Source(std::unique_ptr<ByteSource> encoded, Utf16Order order,
                                            size_t mark_bytes) {
  return std::make_unique<Utf16Source>(std::move(encoded), order, mark_bytes);
}

}  // namespace ringscope
