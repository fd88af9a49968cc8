#pragma once

#include <cstdint>
#include <deque>

namespace ringscope {

// A stack of numbers that takes a byte for each seven bits of them, so that many small ones take little.
class NumberStack {
 public:
  void Push(uint64_t number) {
    // The highest bits first, as they are the last to be taken off; only theirs is without a mark.
    int shift = 63;
    while (shift > 0 && number >> shift == 0) shift -= 7;
    bytes_.push_back(static_cast<uint8_t>(number >> shift));
    while ((shift -= 7) >= 0) bytes_.push_back(static_cast<uint8_t>((number >> shift & 0x7f) | 0x80));
  }
  void PushSigned(int64_t number) {
    Push(static_cast<uint64_t>(number) << 1 ^ static_cast<uint64_t>(number >> 63));
  }
  // Of a stack that is not empty, in the kind that was pushed.
  [[nodiscard]] uint64_t Pop() {
    uint64_t number = 0;
    for (int shift = 0;; shift += 7) {
      const uint8_t byte = bytes_.back();
      bytes_.pop_back();
      number |= uint64_t{byte & 0x7fu} << shift;
      if (byte < 0x80) return number;
    }
  }
  [[nodiscard]] int64_t PopSigned() {
    const uint64_t number = Pop();
    return static_cast<int64_t>(number >> 1 ^ (~(number & 1) + 1));
  }
  [[nodiscard]] bool empty() const { return bytes_.empty(); }
  [[nodiscard]] uint64_t size_bytes() const { return bytes_.size(); }

 private:
  std::deque<uint8_t> bytes_;  // grows without a copy, and gives back what was taken off
};

}  // namespace ringscope
