#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace ringscope::java {

using Bytes = std::span<const uint8_t>;

// Reads big-endian numbers. Reading beyond the end gives 0 and makes the reader bad for good.
class BigEndianReader {
 public:
  explicit BigEndianReader(Bytes bytes) : bytes_(bytes) {}

  uint8_t U1() { return Has(1) ? bytes_[position_++] : uint8_t{0}; }
  uint16_t U2() {
    const uint32_t high = U1();
    return static_cast<uint16_t>(high << 8 | U1());
  }
  uint32_t U4() {
    const uint32_t high = U2();
    return high << 16 | U2();
  }
  Bytes Take(size_t count) {
    if (!Has(count)) return {};
    const Bytes taken = bytes_.subspan(position_, count);
    position_ += count;
    return taken;
  }

  [[nodiscard]] size_t position() const { return position_; }
  [[nodiscard]] bool is_bad() const { return is_bad_; }
  [[nodiscard]] bool is_at_end() const { return position_ == bytes_.size(); }

 private:
  bool Has(size_t count) {
    if (!is_bad_ && count <= bytes_.size() - position_) return true;
    is_bad_ = true;
    return false;
  }

  Bytes bytes_;
  size_t position_ = 0;
  bool is_bad_ = false;
};

// Bytes that grow at their end; numbers in them may be set again.
class BigEndianWriter {
 public:
  void U1(uint32_t value) { bytes_.push_back(static_cast<uint8_t>(value)); }
  void U2(uint32_t value) {
    U1(value >> 8);
    U1(value);
  }
  void U4(uint32_t value) {
    U2(value >> 16);
    U2(value);
  }
  void Append(Bytes added) { bytes_.insert(bytes_.end(), added.begin(), added.end()); }
  void SetU2(size_t at, uint32_t value) {
    bytes_[at] = static_cast<uint8_t>(value >> 8);
    bytes_[at + 1] = static_cast<uint8_t>(value);
  }
  void SetU4(size_t at, uint32_t value) {
    SetU2(at, value >> 16);
    SetU2(at + 2, value);
  }

  [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(bytes_.size()); }
  [[nodiscard]] Bytes bytes() const { return bytes_; }
  void Reserve(size_t count) { bytes_.reserve(count); }

 private:
  std::vector<uint8_t> bytes_;
};

}  // namespace ringscope::java
