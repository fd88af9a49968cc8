#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace ringscope {

// What a perf.data has one behind the other, numbers in the byte order of the machine that wrote it. Reads
// within the bytes only: what would reach beyond them is 0 or empty, and ok() is false from then on.
class PerfBytes {
 public:
  PerfBytes(std::string_view bytes, bool big_endian) : bytes_(bytes), big_endian_(big_endian) {}

  [[nodiscard]] uint16_t U16() {
    const uint16_t value = Raw<uint16_t>();
    return IsSwapped() ? __builtin_bswap16(value) : value;
  }
  [[nodiscard]] uint32_t U32() {
    const uint32_t value = Raw<uint32_t>();
    return IsSwapped() ? __builtin_bswap32(value) : value;
  }
  [[nodiscard]] uint64_t U64() {
    const uint64_t value = Raw<uint64_t>();
    return IsSwapped() ? __builtin_bswap64(value) : value;
  }
  [[nodiscard]] std::string_view Take(uint64_t size) {
    if (size > left()) {
      ok_ = false;
      at_ = bytes_.size();
      return {};
    }
    const std::string_view taken = bytes_.substr(at_, size);
    at_ += size;
    return taken;
  }
  void Skip(uint64_t size) { static_cast<void>(Take(size)); }
  // A text of a fixed or padded size: up to its first zero byte.
  [[nodiscard]] std::string_view Text(uint64_t size) {
    const std::string_view text = Take(size);
    return text.substr(0, text.find('\0'));
  }

  [[nodiscard]] uint64_t left() const { return bytes_.size() - at_; }
  [[nodiscard]] bool ok() const { return ok_; }

 private:
  [[nodiscard]] bool IsSwapped() const { return big_endian_ != (std::endian::native == std::endian::big); }
  template <typename Number>
  [[nodiscard]] Number Raw() {
    Number value = 0;
    if (const std::string_view bytes = Take(sizeof value); !bytes.empty())
      std::memcpy(&value, bytes.data(), sizeof value);
    return value;
  }

  std::string_view bytes_;
  size_t at_ = 0;
  bool big_endian_;
  bool ok_ = true;
};

}  // namespace ringscope
