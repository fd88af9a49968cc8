#include "cct/import/pstats/marshal_reader.h"

#include <cstring>

#include "cct/import/text_parts.h"

namespace ringscope {

std::string_view MarshalReader::Take(size_t size) {
  if (size > bytes_.size() - at_) {
    broken_ = true;
    return {};
  }
  at_ += size;
  return bytes_.substr(at_ - size, size);
}

uint32_t MarshalReader::TakeNumber(size_t size) {
  uint32_t value = 0;
  const std::string_view bytes = Take(size);
  for (size_t i = bytes.size(); i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

MarshalReader::Value MarshalReader::TakeText(size_t length_bytes) {
  return {.type = Type::kText, .text = Take(TakeNumber(length_bytes))};
}

// Digits of 15 bits, the lowest first; their number is negative for a negative value.
MarshalReader::Value MarshalReader::TakeLong() {
  const auto count = static_cast<int32_t>(TakeNumber(4));
  const uint64_t digits =
      count < 0 ? uint64_t{0} - static_cast<uint64_t>(count) : static_cast<uint64_t>(count);
  if (digits > bytes_.size() / 2) {
    broken_ = true;
    return {};
  }
  Value value{.type = Type::kInteger};
  double unit = 1;
  uint64_t whole = 0;
  bool fits = true;
  for (uint64_t i = 0; i < digits; ++i) {
    const uint64_t digit = TakeNumber(2);
    value.number += static_cast<double>(digit) * unit;
    unit *= 32768;
    const bool has_place = i < 4 && digit < 32768;
    fits = fits && (digit == 0 || has_place);
    if (has_place) whole |= digit << (15 * i);
  }
  if (count < 0) value.number = -value.number;
  if (fits) value.integer = count < 0 ? -static_cast<int64_t>(whole) : static_cast<int64_t>(whole);
  return value;
}

MarshalReader::Value MarshalReader::TakeRealText() {
  const auto number = ParseNumber<double>(Take(TakeNumber(1)));
  if (!number) return {.type = Type::kOther};
  return {.type = Type::kReal, .number = *number};
}

MarshalReader::Value MarshalReader::Read(char type) {
  switch (type) {
    case '(':
      return {.type = Type::kTuple, .size = TakeNumber(4)};
    case ')':
      return {.type = Type::kTuple, .size = TakeNumber(1)};
    case '{':
      return {.type = Type::kDict};
    case '0':
      return {.type = Type::kEnd};
    case 'i': {
      const auto number = static_cast<int32_t>(TakeNumber(4));
      return {.type = Type::kInteger, .number = static_cast<double>(number), .integer = number};
    }
    case 'I': {
      const uint64_t low = TakeNumber(4);
      const auto number = static_cast<int64_t>(uint64_t{TakeNumber(4)} << 32 | low);
      return {.type = Type::kInteger, .number = static_cast<double>(number), .integer = number};
    }
    case 'l':
      return TakeLong();
    case 'f':
      return TakeRealText();
    case 'g': {
      const std::string_view bytes = Take(sizeof(double));
      Value value{.type = Type::kReal};
      if (bytes.size() == sizeof value.number) {
        uint64_t bits = 0;
        for (size_t i = bytes.size(); i-- > 0;) bits = bits << 8 | static_cast<unsigned char>(bytes[i]);
        std::memcpy(&value.number, &bits, sizeof bits);
      }
      return value;
    }
    case 's':
    case 't':
    case 'u':
    case 'a':
    case 'A':
      return TakeText(4);
    case 'z':
    case 'Z':
      return TakeText(1);
    case 'N':
      return {.type = Type::kNone};
    case 'T':
    case 'F':
      return {.type = Type::kOther};
    default:
      broken_ = true;
      return {};
  }
}

MarshalReader::Value MarshalReader::Next() {
  constexpr unsigned char kMayBeReferred = 0x80;
  const std::string_view begin = broken_ ? std::string_view() : Take(1);
  if (broken_) return {};
  const auto type = static_cast<unsigned char>(begin[0]);
  if (type == 'r' || type == 'R') {
    const std::vector<Value>& earlier = type == 'r' ? referred_ : interned_;
    const uint32_t index = TakeNumber(4);
    if (broken_ || index >= earlier.size()) {
      broken_ = true;
      return {};
    }
    Value value = earlier[index];
    if (value.type == Type::kTuple || value.type == Type::kDict) value.type = Type::kReference;
    return value;
  }
  Value value = Read(static_cast<char>(type & ~kMayBeReferred));
  if (broken_) return {};
  if ((type & kMayBeReferred) != 0) {
    value.reference = static_cast<uint32_t>(referred_.size());
    referred_.push_back(value);
  } else if (type == 't') {
    interned_.push_back(value);
  }
  return value;
}

}  // namespace ringscope
