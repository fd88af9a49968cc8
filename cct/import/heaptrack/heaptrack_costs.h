#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "cct/tree/building/builder.h"

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

// Follows the allocations and frees of a program in their order. The format names kinds of allocations, so
// many bytes from one call trace, and an event says no more than its kind.
//
// What is alive at the peak is known only when the program ends. So each kind keeps what was alive of it at
// the last peak so far, brought up to date when the kind is touched for the first time after that peak: an
// event costs O(1), and one pass over the file is enough.
class HeaptrackCosts {
 public:
  // The next kind: 0, 1, ...
  void AddKind(uint64_t size_bytes, BuildNode context) { kinds_.push_back({size_bytes, context}); }
  [[nodiscard]] size_t kind_count() const { return kinds_.size(); }

  // One more allocation of `kind`, which must exist. False where more than 2^63 - 1 bytes would be alive.
  [[nodiscard]] bool Allocate(size_t kind);
  // One allocation less. False where none is alive. A free right behind the allocation makes it a temporary
  // one.
  [[nodiscard]] bool Free(size_t kind);

  [[nodiscard]] uint64_t allocation_count() const { return allocation_count_; }

  // Adds the metrics and the self values of all kinds; `builder` remembers sums that overflow.
  void AddTo(CctBuilder& builder) const;

 private:
  static constexpr size_t kNoKind = SIZE_MAX;

  struct Kind {
    uint64_t size_bytes;
    BuildNode context;
    uint64_t allocated_count = 0;
    uint64_t temporary_count = 0;
    uint64_t alive_count = 0;
    uint64_t alive_count_at_peak = 0;  // at the peak of number `peak`
    uint64_t peak = 0;
  };
  // Call before alive_count changes.
  void KeepPeak(Kind& kind) const {
    if (kind.peak == peak_) return;
    kind.alive_count_at_peak = kind.alive_count;
    kind.peak = peak_;
  }

  std::vector<Kind> kinds_;
  uint64_t allocation_count_ = 0;
  uint64_t alive_bytes_ = 0;
  uint64_t peak_bytes_ = 0;
  uint64_t peak_ = 0;                // the number of the last peak so far
  size_t last_allocated_ = kNoKind;  // of the event before, where that was an allocation
};

}  // namespace ringscope
