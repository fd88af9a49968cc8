#include "cct/import/heaptrack/heaptrack_fields.h"

#include <array>

namespace ringscope {
namespace {

constexpr uint8_t kNoDigit = 0xff;
constexpr std::array<uint8_t, 256> kDigits = [] {
  std::array<uint8_t, 256> digits{};
  digits.fill(kNoDigit);
  for (uint8_t i = 0; i < 10; ++i) digits[static_cast<size_t>('0') + i] = i;
  for (uint8_t i = 0; i < 6; ++i) {
    digits[static_cast<size_t>('a') + i] = static_cast<uint8_t>(10 + i);
    digits[static_cast<size_t>('A') + i] = static_cast<uint8_t>(10 + i);
  }
  return digits;
}();

}  // namespace

bool HeaptrackFields::Next(uint64_t& value) {
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

}  // namespace ringscope
