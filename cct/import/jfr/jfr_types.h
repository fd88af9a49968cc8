#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cct/import/id_index.h"

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

// How a value of a type lies in a chunk: a step each, in order. Types that are part of others are written out
// in place, so that values of any type are read without recursion.
struct JfrStep {
  enum class Code : uint8_t {
    kByte,
    kInteger2 = 2,  // those of integers are their bytes where integers are of fixed size
    kInteger4 = 4,
    kInteger8 = 8,
    kFloat,
    kDouble,
    kText,
    kReference,  // the id of a constant of `type`
    kRepeat,     // a count; the `length` steps that follow are done as often
  };
  static constexpr uint8_t kNotWanted = 0xff;
  Code code = Code::kByte;
  uint8_t slot = kNotWanted;  // which of the wanted fields it is
  uint32_t type = 0;
  uint32_t length = 0;
};

// Steps of a type, and whether there are any: types that hold themselves, or one that the chunk does not
// describe, cannot be read.
struct JfrLayout {
  std::vector<JfrStep> steps;
  bool readable = false;
};

// A value that was asked for.
struct JfrValue {
  static constexpr uint32_t kNoType = 0xffffffffu;
  uint64_t number = 0;      // of integers, and the id of a reference
  double real = 0;          // of floating point
  uint32_t type = kNoType;  // what a reference refers to
  JfrText text;             // of strings
};

// The types of one chunk, as its metadata event describes them.
class JfrTypes {
 public:
  JfrTypes() = default;
  JfrTypes(const JfrTypes&) = delete;
  JfrTypes& operator=(const JfrTypes&) = delete;

  static constexpr uint32_t kNone = IdIndex::kNone;
  // Types within types.
  static constexpr size_t kMaxDepth = 16;
  // Elements of arrays in one value; the stacks of the VM have at most 2,048 frames.
  static constexpr uint64_t kMaxElements = uint64_t{1} << 22;

  // Reads the metadata event whose fields begin at the cursor. False where it does not end, is larger than
  // 16 MiB or describes more than anybody does, nests too deep or has no type.
  [[nodiscard]] bool Read(JfrCursor cursor);
  void Clear();

  [[nodiscard]] size_t size() const { return types_.size(); }
  // The index of the type that the chunk gave this id, or kNone.
  [[nodiscard]] uint32_t Find(uint64_t id) const { return index_.Find(id); }
  // That of strings, or kNone.
  [[nodiscard]] uint32_t string_type() const { return string_type_; }
  [[nodiscard]] std::string_view name(uint32_t type) const { return types_[type].name; }
  [[nodiscard]] bool HasField(uint32_t type, std::string_view field) const;
  // How many nanoseconds a time field counts at once; 0: it counts ticks, as those do that do not say.
  [[nodiscard]] uint64_t UnitNsOf(uint32_t type, std::string_view field) const;

  // The layout of a type. Of the fields at `paths` ("name", "frames.method") step.slot is the position in
  // `paths`. With `whole` false the steps end behind the last wanted one.
  // Cost is bounded by the size of the metadata for all layouts together.
  [[nodiscard]] JfrLayout LayoutOf(uint32_t type, std::span<const std::string_view> paths, bool whole);

 private:
  struct Field {
    std::string_view name;
    uint64_t class_id = 0;
    uint32_t type = kNone;
    bool is_constant = false;
    bool is_array = false;
    uint64_t unit_ns = 0;
  };
  struct Type {
    std::string_view name;
    std::vector<Field> fields;
  };
  void ReadElement(std::string_view kind, bool in_type, bool in_field,
                   std::span<const std::pair<std::string_view, std::string_view>> attributes);

  std::vector<std::string> strings_;  // names are part of
  std::vector<Type> types_;
  std::vector<uint64_t> ids_;
  IdIndex index_;
  uint32_t string_type_ = kNone;
  uint64_t steps_left_ = 0;
};

// Reads a value of that layout and calls visit(slot, JfrValue) for the fields that are wanted, in order.
// False where the value does not end within the cursor, or has more elements than it may.
template <typename Visit>
bool ReadJfrValue(const JfrLayout& layout, JfrCursor& cursor, Visit visit) {
  struct Loop {
    size_t begin = 0, end = 0;
    uint64_t left = 0;
  };
  std::array<Loop, JfrTypes::kMaxDepth + 1> loops;
  size_t depth = 0;
  uint64_t element_count = 0;
  for (size_t at = 0; !cursor.broken();) {
    while (depth > 0 && at == loops[depth - 1].end) {
      if (--loops[depth - 1].left > 0) {
        at = loops[depth - 1].begin;
        break;
      }
      --depth;
    }
    if (at == layout.steps.size()) return true;
    const JfrStep& step = layout.steps[at++];
    JfrValue value;
    switch (step.code) {
      case JfrStep::Code::kByte:
        value.number = cursor.Byte();
        break;
      case JfrStep::Code::kInteger2:
      case JfrStep::Code::kInteger4:
      case JfrStep::Code::kInteger8:
        value.number = cursor.Integer(static_cast<size_t>(step.code));
        break;
      case JfrStep::Code::kReference:
        value.number = cursor.Integer(8);
        value.type = step.type;
        break;
      case JfrStep::Code::kFloat:
        value.real = static_cast<double>(std::bit_cast<float>(static_cast<uint32_t>(cursor.Fixed(4))));
        break;
      case JfrStep::Code::kDouble:
        value.real = std::bit_cast<double>(cursor.Fixed(8));
        break;
      case JfrStep::Code::kText:
        value.text = cursor.Text();
        break;
      case JfrStep::Code::kRepeat: {
        const uint64_t count = cursor.Integer(4);
        if (count == 0 || step.length == 0) {
          at += step.length;
        } else if (count > cursor.left() || (element_count += count) > JfrTypes::kMaxElements) {
          return false;  // each takes a byte at least
        } else {
          loops[depth++] = {at, at + step.length, count};
        }
        continue;
      }
    }
    if (step.slot != JfrStep::kNotWanted && !cursor.broken()) visit(step.slot, value);
  }
  return false;
}

}  // namespace ringscope
