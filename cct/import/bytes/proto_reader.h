#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace ringscope {

// The encoding of a field of a protocol buffer message (https://protobuf.dev/programming-guides/encoding/).
// Without groups: no imported format has them.
enum class ProtoWire : uint8_t { kVarint = 0, kFixed64 = 1, kBytes = 2, kFixed32 = 5 };

// Takes a varint off the front of [at, end). Returns false if the varint does not end there within ten bytes.
[[nodiscard]] inline bool ReadVarint(const char*& at, const char* end, uint64_t& value) {
  if (at == end) return false;
  auto byte = static_cast<unsigned char>(*at++);
  value = byte & 0x7fu;
  if (byte < 0x80) [[likely]]
    return true;
  for (uint32_t shift = 7; shift < 70 && at < end; shift += 7) {
    byte = static_cast<unsigned char>(*at++);
    value |= uint64_t{byte & 0x7fu} << shift;
    if (byte < 0x80) return true;
  }
  return false;
}

// Takes a varint of at most four bytes that lies eight bytes or more before the end, without a branch on its
// length, which is unpredictable in a list of numbers. Returns false and takes nothing for other varints.
[[nodiscard]] inline bool ReadShortVarint(const char*& at, const char* end, uint64_t& value) {
  if (std::endian::native != std::endian::little || end - at < 8) return false;
  uint64_t bytes = 0;
  std::memcpy(&bytes, at, sizeof bytes);
  // The last byte is the first whose highest bit is not set.
  const auto bits = std::countr_zero((~bytes & 0x80808080u) | uint64_t{1} << 39) + 1;
  if (bits > 32) return false;
  bytes &= (uint64_t{1} << bits) - 1;
  value = (bytes & 0x7f) | (bytes >> 1 & 0x3f80) | (bytes >> 2 & 0x1fc000) | (bytes >> 3 & 0xfe00000);
  at += bits / 8;
  return true;
}

// Reads the fields of one message in order without copying. Never throws and never reads beyond the message:
// a malformed field ends the reading. (protozero, which writes our exports, throws on errors and truncates
// lengths to 32 bits before it compares them.)
class ProtoReader {
 public:
  explicit ProtoReader(std::string_view message)
      : at_(message.data()), end_(message.data() + message.size()) {}

  // Goes to the next field and decodes it. Returns false at the end and at a malformed field: see problem().
  [[nodiscard]] bool Next() {
    if (at_ == end_ || !problem_.empty()) return false;
    field_begin_ = at_;
    uint64_t key = 0;
    if (!ReadVarint(at_, end_, key)) return Fail("a field's number that does not end");
    number_ = key >> 3;
    if (number_ == 0 || number_ > kMaxFieldNumber) return Fail("a field number that does not exist");
    switch (key & 7) {
      case 0:
        wire_ = ProtoWire::kVarint;
        return ReadVarint(at_, end_, value_) || Fail("a number that does not end");
      case 1:
        wire_ = ProtoWire::kFixed64;
        return Skip(8);
      case 2: {
        wire_ = ProtoWire::kBytes;
        uint64_t length = 0;
        if (!ReadVarint(at_, end_, length)) return Fail("a length that does not end");
        if (length > static_cast<uint64_t>(end_ - at_)) return Fail("a length that reaches beyond the end");
        bytes_ = {at_, static_cast<size_t>(length)};
        at_ += length;
        return true;
      }
      case 5:
        wire_ = ProtoWire::kFixed32;
        return Skip(4);
      default:
        return Fail("a field of unknown type");
    }
  }

  // The field that Next() went to.
  [[nodiscard]] uint64_t number() const { return number_; }
  [[nodiscard]] ProtoWire wire() const { return wire_; }
  [[nodiscard]] bool IsVarint(uint64_t number) const {
    return number_ == number && wire_ == ProtoWire::kVarint;
  }
  [[nodiscard]] bool IsBytes(uint64_t number) const {
    return number_ == number && wire_ == ProtoWire::kBytes;
  }
  [[nodiscard]] uint64_t value() const { return value_; }          // of kVarint
  [[nodiscard]] std::string_view bytes() const { return bytes_; }  // of kBytes
  [[nodiscard]] const char* field_begin() const { return field_begin_; }

  // Describes the malformed field; empty if there is none.
  [[nodiscard]] std::string_view problem() const { return problem_; }

 private:
  static constexpr uint64_t kMaxFieldNumber = (uint64_t{1} << 29) - 1;

  [[nodiscard]] bool Fail(std::string_view problem) {
    problem_ = problem;
    return false;
  }
  [[nodiscard]] bool Skip(size_t size_bytes) {
    if (size_bytes > static_cast<size_t>(end_ - at_)) return Fail("a number that reaches beyond the end");
    at_ += size_bytes;
    return true;
  }

  const char* at_;
  const char* end_;
  const char* field_begin_ = nullptr;
  uint64_t number_ = 0;
  ProtoWire wire_ = ProtoWire::kVarint;
  uint64_t value_ = 0;
  std::string_view bytes_;
  std::string_view problem_;
};

// Reads a message to its end or to its first malformed field: field 1 into the first of `numbers`, field 2
// into the second, and so on.
template <typename... Numbers>
void ReadNumbers(ProtoReader& message, Numbers&... numbers) {
  while (message.Next()) {
    uint64_t field = 0;
    ((message.IsVarint(++field) ? void(numbers = static_cast<Numbers>(message.value())) : void()), ...);
  }
}

// Calls visit(value) for each value of a repeated number; the current field of `reader` has one value, or
// many if it is packed. Returns false if the values are malformed.
template <typename Visit>
[[nodiscard]] bool ForEachVarint(const ProtoReader& reader, Visit visit) {
  if (reader.wire() == ProtoWire::kVarint) {
    visit(reader.value());
    return true;
  }
  if (reader.wire() != ProtoWire::kBytes) return false;
  const char* at = reader.bytes().data();
  const char* const end = at + reader.bytes().size();
  uint64_t value = 0;
  while (at < end) {
    if (!ReadShortVarint(at, end, value) && !ReadVarint(at, end, value)) return false;
    visit(value);
  }
  return true;
}

}  // namespace ringscope
