#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ringscope {

// A string as a recording stores it, not decoded yet.
struct JfrText {
  enum Encoding : uint8_t { kNull = 0, kEmpty = 1, kConstant = 2, kUtf8 = 3, kChars = 4, kLatin1 = 5 };
  uint8_t encoding = kNull;
  uint64_t constant = 0;   // kConstant: its id among the constants of strings
  std::string_view bytes;  // kUtf8, kChars (as the chunk writes 16-bit integers), kLatin1
};

// Reads the values of one chunk in order, between two positions. Integers are of fixed size, the most
// significant byte first, or of variable size: seven bits a byte, the least significant first, all eight bits
// of the ninth. Reading past the end gives zeros and makes the cursor broken for good.
class JfrCursor {
 public:
  // Strings beyond this break the cursor: they take part in no name.
  static constexpr uint64_t kMaxTextBytes = uint64_t{64} << 20;

  // `begin` <= `end` <= chunk.size().
  JfrCursor(std::string_view chunk, size_t begin, size_t end, bool compressed)
      : chunk_(chunk.data()), at_(begin), end_(end), compressed_(compressed) {}

  [[nodiscard]] bool compressed() const { return compressed_; }
  [[nodiscard]] bool broken() const { return broken_; }
  [[nodiscard]] size_t position() const { return at_; }  // in the chunk
  [[nodiscard]] size_t left() const { return end_ - at_; }

  uint8_t Byte() {
    if (at_ == end_) {
      broken_ = true;
      return 0;
    }
    return static_cast<unsigned char>(chunk_[at_++]);
  }

  // An integer that takes `size_bytes` where integers are of fixed size.
  uint64_t Integer(size_t size_bytes) { return compressed_ ? Varint() : Fixed(size_bytes); }

  uint64_t Fixed(size_t size_bytes) {
    uint64_t value = 0;
    for (size_t i = 0; i < size_bytes; ++i) value = value << 8 | Byte();
    return value;
  }

  void Skip(uint64_t size_bytes) {
    if (size_bytes > left()) {
      broken_ = true;
      at_ = end_;
      return;
    }
    at_ += static_cast<size_t>(size_bytes);
  }

  JfrText Text();

 private:
  uint64_t Varint() {
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 56; shift += 7) {
      const uint64_t byte = Byte();
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    return value | uint64_t{Byte()} << 56;
  }

  const char* chunk_;
  size_t at_;
  size_t end_;
  bool compressed_;
  bool broken_ = false;
};

// The text as UTF-8, at most about `max_bytes` of it, appended to `out`. Nothing for kNull, kEmpty and
// kConstant. `compressed` as of the cursor that read it. False where it was cut.
bool AppendJfrText(const JfrText& text, bool compressed, size_t max_bytes, std::string& out);

}  // namespace ringscope
