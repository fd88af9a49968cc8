#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "cct/import/text_parts.h"

namespace ringscope {

// Reads values of Python's marshal format one by one (cpython, Python/marshal.c, versions 0 to 4): the type
// of a value, and the content of numbers and texts. A container gives its size, and its values follow. A
// value may refer to an earlier one (FLAG_REF): Next() then returns the earlier value again, or kReference if
// that is a container, which the caller finds by `reference`. Code objects, which each version of Python
// writes differently, are read whole. Bounds-checked; no recursion.
class MarshalReader {
 public:
  explicit MarshalReader(std::string_view bytes) : bytes_(bytes) {}

  enum class Type : uint8_t {
    kTuple,    // of `size` values
    kList,     // a list or a set, of `size` values
    kDict,     // of keys and values up to kEnd
    kEnd,      // the end of a dict
    kInteger,  // `number`, and `integer` if it fits
    kReal,     // `number`
    kText,     // `text`
    kNone,
    kCode,       // a code object: its name as `text`, its `file`, and its first line as `integer`
    kCodeBegin,  // the begin of a code object: internal, never returned by Next()
    kReference,  // refers to an earlier container, by `reference`
    kOther,      // any other value, read whole
    kBroken,     // malformed: nothing behind it can be read
  };
  static constexpr uint32_t kNoReference = 0xffffffffu;
  struct Value {
    Type type = Type::kBroken;
    uint32_t size = 0;
    double number = 0;
    std::optional<int64_t> integer;
    std::string_view text;              // points into the bytes
    std::string_view file;              // points into the bytes
    uint32_t reference = kNoReference;  // the number by which later values refer to this one
  };

  // The next value, or the begin of the next container. O(1), or O(bytes) for a code object.
  [[nodiscard]] Value Next() {
    Value value = NextBegin();
    if (value.type != Type::kCodeBegin || FinishCode(value)) return value;
    broken_ = true;
    return {};
  }
  [[nodiscard]] size_t offset_bytes() const { return at_; }

 private:
  // A code object has some numbers, some values, the number of its first line, and further values.
  struct CodeLayout {
    uint32_t numbers, values, values_behind;
    uint32_t file, name;  // indices of these values
  };
  // The depth to which Python itself reads.
  static constexpr size_t kMaxMarshalDepth = 2000;

  [[nodiscard]] static bool IsContainer(Type type) {
    return type == Type::kTuple || type == Type::kList || type == Type::kDict || type == Type::kCodeBegin;
  }

  [[nodiscard]] std::string_view Take(size_t size) {
    if (size > bytes_.size() - at_) {
      broken_ = true;
      return {};
    }
    at_ += size;
    return bytes_.substr(at_ - size, size);
  }
  [[nodiscard]] uint64_t TakeNumber(size_t size) {
    uint64_t value = 0;
    const std::string_view bytes = Take(size);
    for (size_t i = bytes.size(); i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
    return value;
  }
  [[nodiscard]] uint32_t TakeSize(size_t size) { return static_cast<uint32_t>(TakeNumber(size)); }

  // Reads digits of 15 bits, the lowest first; the count of digits is negative for a negative value.
  [[nodiscard]] Value TakeLong() {
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

  [[nodiscard]] Value Read(char type) {
    const auto is = [&](std::string_view types) { return types.find(type) != std::string_view::npos; };
    if (is("([<>")) return {.type = type == '(' ? Type::kTuple : Type::kList, .size = TakeSize(4)};
    if (is("stuaA")) return {.type = Type::kText, .text = Take(TakeNumber(4))};
    if (is("zZ")) return {.type = Type::kText, .text = Take(TakeNumber(1))};
    if (is("TF.S")) return {.type = Type::kOther};
    switch (type) {
      case ')':
        return {.type = Type::kTuple, .size = TakeSize(1)};
      case 'c':
        return {.type = Type::kCodeBegin};
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
        const auto number = static_cast<int64_t>(TakeNumber(4) << 32 | low);
        return {.type = Type::kInteger, .number = static_cast<double>(number), .integer = number};
      }
      case 'l':
        return TakeLong();
      case 'f': {
        const auto number = ParseNumber<double>(Take(TakeNumber(1)));
        return {.type = number ? Type::kReal : Type::kOther, .number = number.value_or(0)};
      }
      case 'g':
        return {.type = Type::kReal, .number = std::bit_cast<double>(TakeNumber(sizeof(double)))};
      case 'N':
        return {.type = Type::kNone};
      case 'y':
        static_cast<void>(Take(2 * sizeof(double)));
        return {.type = Type::kOther};
      case 'x':
        static_cast<void>(Take(TakeNumber(1)));
        static_cast<void>(Take(TakeNumber(1)));
        return {.type = Type::kOther};
      case ':':  // a slice
        return {.type = Type::kList, .size = 3};
      default:
        broken_ = true;
        return {};
    }
  }

  [[nodiscard]] bool FinishCode(Value& code) {
    // The layouts of Python from 3.11 on, from 3.8 on, 3, and 2.
    static constexpr CodeLayout kLayouts[] = {
        {5, 8, 2, 5, 6}, {6, 8, 1, 6, 7}, {5, 8, 1, 6, 7}, {4, 8, 1, 6, 7}};
    if (layout_ != nullptr) return FinishCode(code, *layout_);
    const size_t begin = at_;
    const size_t referred = referred_.size();
    const size_t interned = interned_.size();
    for (const CodeLayout& layout : kLayouts) {
      if (FinishCode(code, layout)) {
        layout_ = &layout;
        return true;
      }
      at_ = begin;
      broken_ = false;
      referred_.resize(referred);
      interned_.resize(interned);
    }
    return false;
  }

  // Returns false if the values do not fit this layout.
  [[nodiscard]] bool FinishCode(Value& code, const CodeLayout& layout) {
    struct Open {
      Value value;
      uint32_t read = 0;  // number of its values that have been read
    };
    std::vector<Open> open{{code}};
    while (true) {
      Open& top = open.back();
      const bool is_code = top.value.type == Type::kCodeBegin;
      if (is_code && top.read == 0) static_cast<void>(Take(size_t{4} * layout.numbers));
      if (is_code && top.read == layout.values) top.value.integer = static_cast<int32_t>(TakeNumber(4));
      if (broken_) return false;
      const uint32_t size = is_code ? layout.values + layout.values_behind : top.value.size;
      bool is_whole = top.value.type != Type::kDict && top.read == size;
      if (!is_whole) {
        const Value value = NextBegin();
        const uint32_t index = top.read++;
        if (value.type == Type::kEnd && top.value.type == Type::kDict) {
          is_whole = true;
        } else if (value.type == Type::kBroken || value.type == Type::kEnd) {
          return false;
        } else if (is_code && (index == layout.file || index == layout.name)) {
          if (value.type != Type::kText) return false;
          (index == layout.file ? top.value.file : top.value.text) = value.text;
        } else if (IsContainer(value.type)) {
          if (open.size() >= kMaxMarshalDepth) return false;
          open.push_back({value});
        }
      }
      if (!is_whole) continue;
      Value done = open.back().value;
      open.pop_back();
      if (is_code) done.type = Type::kCode;
      if (is_code && done.reference != kNoReference) referred_[done.reference] = done;
      if (!open.empty()) continue;
      code = done;
      return true;
    }
  }

  [[nodiscard]] Value NextBegin() {
    constexpr unsigned char kMayBeReferred = 0x80;
    const std::string_view begin = broken_ ? std::string_view() : Take(1);
    if (broken_) return {};
    const auto type = static_cast<unsigned char>(begin[0]);
    if (type == 'r' || type == 'R') {
      const std::vector<Value>& earlier = type == 'r' ? referred_ : interned_;
      const uint64_t index = TakeNumber(4);
      if (broken_ || index >= earlier.size()) {
        broken_ = true;
        return {};
      }
      Value value = earlier[index];
      if (IsContainer(value.type)) value.type = Type::kReference;
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

  std::string_view bytes_;
  size_t at_ = 0;
  bool broken_ = false;
  const CodeLayout* layout_ = nullptr;  // of the first code object that could be read
  std::vector<Value> referred_;         // values that later ones may refer to
  std::vector<Value> interned_;         // texts that Python 2 refers to
};

}  // namespace ringscope
