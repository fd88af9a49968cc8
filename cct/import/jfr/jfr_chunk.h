#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/import/compact_lists.h"
#include "cct/import/id_index.h"
#include "cct/tree/import_report.h"

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
  // Longer strings break the cursor: no name has them.
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

  // An integer that takes `size_bytes` if integers have fixed sizes.
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

// Appends the text as UTF-8, at most about `max_bytes` of it, to `out`; nothing for kNull, kEmpty and
// kConstant. `compressed` is that of the cursor that read the text. False if the text was cut.
bool AppendJfrText(const JfrText& text, bool compressed, size_t max_bytes, std::string& out);

// A step of reading a value of a type. The steps of types within the type stand in place, so that values of
// any type are read without recursion.
struct JfrStep {
  enum class Code : uint8_t {
    kByte,
    kInteger2 = 2,  // codes of integers are their bytes if integers have fixed sizes
    kInteger4 = 4,
    kInteger8 = 8,
    kFloat,
    kDouble,
    kText,
    kReference,  // the id of a constant of `type`
    kRepeat,     // a count: the next `length` steps are done as often
  };
  static constexpr uint8_t kNotWanted = 0xff;
  Code code = Code::kByte;
  uint8_t slot = kNotWanted;  // index among the wanted fields
  uint32_t type = 0;
  uint32_t length = 0;
};

// The steps of a type. A type that holds itself, or a type that the chunk does not describe, is not readable.
struct JfrLayout {
  std::vector<JfrStep> steps;
  bool readable = false;
};

// A value of a wanted field.
struct JfrValue {
  static constexpr uint32_t kNoType = 0xffffffffu;
  uint64_t number = 0;      // of integers, and the id of a reference
  double real = 0;          // of floating point
  uint32_t type = kNoType;  // of the constant of a reference
  JfrText text;             // of strings
};

// The types of one chunk, as its metadata event describes them.
class JfrTypes {
 public:
  JfrTypes() = default;
  JfrTypes(const JfrTypes&) = delete;
  JfrTypes& operator=(const JfrTypes&) = delete;

  static constexpr uint32_t kNone = IdIndex::kNone;
  // Levels of types within types.
  static constexpr size_t kMaxDepth = 16;
  // Elements of arrays in one value; the stacks of the VM have at most 2,048 frames.
  static constexpr uint64_t kMaxElements = uint64_t{1} << 22;

  // Reads the metadata event whose fields begin at the cursor. False if the event is cut, larger than
  // 16 MiB, nested too deep or without a type, or has more strings or elements than any writer's.
  [[nodiscard]] bool Read(JfrCursor cursor);
  void Clear();

  [[nodiscard]] size_t size() const { return types_.size(); }
  // The index of the type that the chunk gave this id, or kNone.
  [[nodiscard]] uint32_t Find(uint64_t id) const { return index_.Find(id); }
  // The index of the type of strings, or kNone.
  [[nodiscard]] uint32_t string_type() const { return string_type_; }
  [[nodiscard]] std::string_view name(uint32_t type) const { return types_[type].name; }
  [[nodiscard]] bool HasField(uint32_t type, std::string_view field) const;
  // The unit of a time field in ns; 0: the field counts ticks, as fields without a unit do.
  [[nodiscard]] uint64_t UnitNsOf(uint32_t type, std::string_view field) const;

  // The layout of a type. The slot of a field at one of `paths` ("name", "frames.method") is its index in
  // `paths`. With `whole` false the steps end after the last wanted one.
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

  std::vector<std::string> strings_;  // hold the names
  std::vector<Type> types_;
  std::vector<uint64_t> ids_;
  IdIndex index_;
  uint32_t string_type_ = kNone;
  uint64_t steps_left_ = 0;
};

// Reads a value of that layout and calls visit(slot, JfrValue) for the wanted fields, in order. False if the
// value does not end within the cursor, or has more than kMaxElements elements.
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
          return false;  // each element takes a byte at least
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

// The first bytes of a chunk. Numbers of fixed size, the most significant byte first:
//   0 "FLR\0"   4 major version (2 bytes)   6 minor version (2)   8 size of the chunk (8)
//   16 position of the last checkpoint (8)   24 position of the metadata (8)   32 start in ns since 1970 (8)
//   40 duration in ns (8)   48 start in ticks (8)   56 ticks a second (8)   64 flags (4), bit 0: compressed
// Size and positions of a chunk that is still being written are 0.
struct JfrHeader {
  static constexpr size_t kBytes = 68;
  static constexpr std::string_view kMagic{"FLR\0", 4};
  uint32_t major = 0, minor = 0;
  uint64_t size_bytes = 0;
  uint64_t metadata_position = 0;
  uint64_t start_ns = 0;  // since 1970
  uint64_t duration_ns = 0;
  uint64_t start_ticks = 0;
  uint64_t ticks_per_second = 0;
  bool compressed = false;

  // `bytes` begin with the header. nullopt if they are too few or not a chunk's.
  [[nodiscard]] static std::optional<JfrHeader> Read(std::string_view bytes);
};

// The events of a chunk in order.
class JfrEvents {
 public:
  // Ids of types that every chunk has.
  static constexpr uint64_t kMetadata = 0;
  static constexpr uint64_t kCheckpoint = 1;

  JfrEvents(std::string_view chunk, bool compressed)
      : chunk_(chunk), next_(JfrHeader::kBytes), compressed_(compressed) {}

  // Makes the event at a position() the next one.
  void MoveTo(size_t position) { next_ = position; }
  // False at the end of the chunk, and at bytes that are no event.
  [[nodiscard]] bool Next();
  // Of the current event.
  [[nodiscard]] uint64_t type_id() const { return type_id_; }
  [[nodiscard]] size_t position() const { return position_; }
  [[nodiscard]] JfrCursor fields() const { return {chunk_, fields_, next_, compressed_}; }
  // The end of the current event, in the chunk.
  [[nodiscard]] size_t end() const { return next_; }

 private:
  std::string_view chunk_;
  size_t position_ = 0, fields_ = 0;
  size_t next_;
  uint64_t type_id_ = 0;
  bool compressed_;
};

// The types and constants of a chunk, which its events refer to. Only the places of constants are kept; their
// values are read on request. Memory: about 30 bytes per constant.
class JfrChunk {
 public:
  // `bytes` are the chunk from its header on, `offset_bytes` is its place in the input. All arguments must
  // outlive the object.
  JfrChunk(std::string_view bytes, const JfrHeader& header, uint64_t offset_bytes, ImportReport& report,
           const JobControl& job);

  // Finds and reads the types and the constants. Errors: kCancelled, kLimit.
  [[nodiscard]] Result<void> Read();

  [[nodiscard]] const JfrHeader& header() const { return header_; }
  // Whether there is a description of the types; chunks that were never finished may lack it.
  [[nodiscard]] bool described() const { return described_; }
  // Whether there are events other than that description and constants.
  [[nodiscard]] bool has_events() const { return has_events_; }
  // Whether the description could be read.
  [[nodiscard]] bool has_types() const { return types_.size() > 0; }
  [[nodiscard]] JfrTypes& types() { return types_; }
  [[nodiscard]] const JfrTypes& types() const { return types_; }
  [[nodiscard]] JfrEvents events() const { return {bytes_, header_.compressed}; }
  [[nodiscard]] uint64_t OffsetOf(size_t position) const { return offset_bytes_ + position; }
  // The end of the last readable event, in the chunk.
  [[nodiscard]] size_t events_end() const { return events_end_; }

  // The use of a constant, which decides the fields that are read: kPaths in jfr_chunk.cpp.
  enum class Role : uint8_t { kPlace, kStack, kMethod, kClass, kText, kThread, kFrameType, kThreadState };
  static constexpr size_t kRoleCount = 8;

  // The number of a constant among those of its type; kNone for an unknown constant or type.
  static constexpr uint32_t kNone = IdIndex::kNone;
  [[nodiscard]] uint32_t FindConstant(uint32_t type, uint64_t id);
  [[nodiscard]] size_t ConstantCount(uint32_t type) const;

  // Calls visit(slot, JfrValue) for constant `number` of `type`. False if it cannot be read, or is kNone.
  template <typename Visit>
  bool ReadConstant(uint32_t type, uint32_t number, Role role, Visit visit) {
    if (number == kNone) return false;
    const JfrLayout& layout = LayoutFor(type, role);
    if (!layout.readable) return false;
    JfrCursor cursor(bytes_, static_cast<size_t>(pools_[type].positions[number]), bytes_.size(),
                     header_.compressed);
    return ReadJfrValue(layout, cursor, visit);
  }

  // The string that `value` is, or refers to by way of constants. Empty for other values.
  [[nodiscard]] std::string TextOf(JfrValue value);
  // The text of the only wanted field of a constant.
  [[nodiscard]] std::string TextOfConstant(uint32_t type, uint32_t number, Role role) {
    JfrValue field;
    static_cast<void>(
        ReadConstant(type, number, role, [&](uint8_t, const JfrValue& value) { field = value; }));
    return TextOf(field);
  }

 private:
  struct Pool {
    std::vector<uint64_t> ids;
    CompactIntegers positions;
    IdIndex index;
    bool indexed = false;
  };

  [[nodiscard]] Result<void> ReadCheckpoint(size_t position, JfrCursor cursor);
  [[nodiscard]] const JfrLayout& LayoutFor(uint32_t type, Role role);

  std::string_view bytes_;
  JfrHeader header_;
  uint64_t offset_bytes_;
  ImportReport& report_;
  const JobControl& job_;
  JfrTypes types_;
  std::vector<Pool> pools_;  // by type
  std::unordered_map<uint64_t, std::unique_ptr<JfrLayout>> layouts_;
  size_t events_end_ = JfrHeader::kBytes;
  uint64_t read_count_ = 0;  // pools and constants
  bool described_ = false;
  bool has_events_ = false;
  std::vector<size_t> checkpoints_;  // their positions, while they are read
};

}  // namespace ringscope
