#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/import/compact_lists.h"
#include "cct/import/id_index.h"
#include "cct/import/jfr/jfr_types.h"
#include "cct/tree/import_report.h"

namespace ringscope {

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

  // `bytes` begin with the header. Nothing where they are too few or no chunk's.
  [[nodiscard]] static std::optional<JfrHeader> Read(std::string_view bytes);
};

// The events of a chunk in order.
class JfrEvents {
 public:
  // Of the chunk's fixed types.
  static constexpr uint64_t kMetadata = 0;
  static constexpr uint64_t kCheckpoint = 1;

  JfrEvents(std::string_view chunk, bool compressed)
      : chunk_(chunk), next_(JfrHeader::kBytes), compressed_(compressed) {}

  // Makes the event at a position() the next one.
  void MoveTo(size_t position) { next_ = position; }
  // False at the end, and where no event can be (see complete()).
  [[nodiscard]] bool Next();
  // Of the present event.
  [[nodiscard]] uint64_t type_id() const { return type_id_; }
  [[nodiscard]] size_t position() const { return position_; }
  [[nodiscard]] JfrCursor fields() const { return {chunk_, fields_, next_, compressed_}; }
  // After the last: whether the events fill the chunk.
  [[nodiscard]] bool complete() const { return next_ == chunk_.size(); }
  [[nodiscard]] size_t end() const { return next_; }

 private:
  std::string_view chunk_;
  size_t position_ = 0, fields_ = 0;
  size_t next_;
  uint64_t type_id_ = 0;
  bool compressed_;
};

// What the events of a chunk refer to: its types and its constants. Of a constant only the place is kept, and
// its value read when it is asked for. Memory: about 30 bytes a constant.
class JfrChunk {
 public:
  // `bytes` are the chunk from its header on, `offset_bytes` is where it lies in the input. All must outlive
  // the object.
  JfrChunk(std::string_view bytes, const JfrHeader& header, uint64_t offset_bytes, ImportReport& report,
           const JobControl& job);

  // Finds and reads the types and the constants. Errors: kCancelled, kLimit.
  [[nodiscard]] Result<void> Read();

  [[nodiscard]] const JfrHeader& header() const { return header_; }
  // Whether there is a description of the types, as chunks lack that were never finished, and whether it can
  // be read.
  [[nodiscard]] bool described() const { return described_; }
  // Whether there is anything beside that description and constants.
  [[nodiscard]] bool has_events() const { return has_events_; }
  [[nodiscard]] bool has_types() const { return types_.size() > 0; }
  [[nodiscard]] JfrTypes& types() { return types_; }
  [[nodiscard]] const JfrTypes& types() const { return types_; }
  [[nodiscard]] JfrEvents events() const { return {bytes_, header_.compressed}; }
  [[nodiscard]] uint64_t OffsetOf(size_t position) const { return offset_bytes_ + position; }
  // Where the last readable event ends.
  [[nodiscard]] size_t events_end() const { return events_end_; }

  // What is wanted of a constant. Each has its paths in jfr_chunk.cpp.
  enum class Role : uint8_t { kPlace, kStack, kMethod, kClass, kText, kThread, kFrameType, kThreadState };
  static constexpr size_t kRoleCount = 8;

  // The number of a constant among those of its type, or kNone, as for a type that there is not.
  static constexpr uint32_t kNone = IdIndex::kNone;
  [[nodiscard]] uint32_t FindConstant(uint32_t type, uint64_t id);
  [[nodiscard]] size_t ConstantCount(uint32_t type) const;

  // Reads constant `number` of `type`: visit(slot, JfrValue). False where it cannot be read.
  template <typename Visit>
  bool ReadConstant(uint32_t type, uint32_t number, Role role, Visit visit) {
    const JfrLayout& layout = LayoutFor(type, role);
    if (!layout.readable) return false;
    JfrCursor cursor(bytes_, static_cast<size_t>(pools_[type].positions[number]), bytes_.size(),
                     header_.compressed);
    return ReadJfrValue(layout, cursor, visit);
  }

  // The string that `value` is, or refers to by way of constants. Empty for other values.
  [[nodiscard]] std::string TextOf(JfrValue value);
  // That of the only field that is wanted of a constant.
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
