#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ringscope {

// The numbers of a record: hexadecimal, set off by single blanks.
class HeaptrackFields {
 public:
  explicit HeaptrackFields(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {}

  // Reads the next number. False at the end, and in front of other text (see broken()).
  [[nodiscard]] bool Next(uint64_t& value) {
    while (at_ < end_ && *at_ == ' ') ++at_;
    const char* const begin = at_;
    uint64_t number = 0;
    for (; at_ < end_; ++at_) {
      const uint8_t digit = kDigits[static_cast<unsigned char>(*at_)];
      if (digit == kNoDigit) break;
      if (number >> 60 != 0) {
        broken_ = true;
        return false;
      }
      number = number << 4 | digit;
    }
    if (at_ < end_ && *at_ != ' ') broken_ = true;
    if (at_ == begin || broken_) return false;
    value = number;
    return true;
  }
  [[nodiscard]] bool broken() const { return broken_; }
  // What has not been read.
  [[nodiscard]] std::string_view rest() const { return {at_, static_cast<size_t>(end_ - at_)}; }

 private:
  static constexpr uint8_t kNoDigit = 0xff;
  static constexpr std::array<uint8_t, 256> kDigits = [] {
    std::array<uint8_t, 256> digits{};
    digits.fill(kNoDigit);
    for (uint8_t i = 0; i < 10; ++i) digits[static_cast<size_t>('0') + i] = i;
    for (uint8_t i = 0; i < 6; ++i) {
      digits[static_cast<size_t>('a') + i] = static_cast<uint8_t>(10 + i);
      digits[static_cast<size_t>('A') + i] = static_cast<uint8_t>(10 + i);
    }
    return digits;
  }();

  const char* at_;
  const char* end_;
  bool broken_ = false;
};

}  // namespace ringscope
