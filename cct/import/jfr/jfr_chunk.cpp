#include "cct/import/jfr/jfr_chunk.h"

#include <array>

#include "cct/import/limits.h"

namespace ringscope {
namespace {

constexpr uint64_t kPollEvents = 1 << 14;
// Of class names; the VM allows no longer ones.
constexpr size_t kMaxJfrTextBytes = 65'535;
// From a constant to the next until there is text; writers need two.
constexpr int kMaxTextSteps = 4;

using Paths = std::span<const std::string_view>;
constexpr std::string_view kStackPaths[] = {"truncated", "frames.method", "frames.type", "frames.lineNumber"};
constexpr std::string_view kMethodPaths[] = {"type", "name", "descriptor"};
constexpr std::string_view kClassPaths[] = {"name", "modifiers"};
constexpr std::string_view kTextPaths[] = {"string"};
constexpr std::string_view kThreadPaths[] = {"osName", "osThreadId", "javaName", "javaThreadId"};
constexpr std::string_view kFrameTypePaths[] = {"description"};
constexpr std::string_view kThreadStatePaths[] = {"name"};
constexpr std::array<Paths, JfrChunk::kRoleCount> kPaths = {Paths(),         kStackPaths,      kMethodPaths,
                                                            kClassPaths,     kTextPaths,       kThreadPaths,
                                                            kFrameTypePaths, kThreadStatePaths};

}  // namespace

std::optional<JfrHeader> JfrHeader::Read(std::string_view bytes) {
  if (bytes.size() < kBytes || !bytes.starts_with(kMagic)) return std::nullopt;
  JfrCursor cursor(bytes, kMagic.size(), kBytes, false);
  JfrHeader header;
  header.major = static_cast<uint32_t>(cursor.Fixed(2));
  header.minor = static_cast<uint32_t>(cursor.Fixed(2));
  header.size_bytes = cursor.Fixed(8);
  cursor.Skip(8);
  header.metadata_position = cursor.Fixed(8);
  header.start_ns = cursor.Fixed(8);
  header.duration_ns = cursor.Fixed(8);
  header.start_ticks = cursor.Fixed(8);
  header.ticks_per_second = cursor.Fixed(8);
  header.compressed = (cursor.Fixed(4) & 1) != 0;
  return header;
}

bool JfrEvents::Next() {
  if (next_ >= chunk_.size()) return false;
  JfrCursor cursor(chunk_, next_, chunk_.size(), compressed_);
  const uint64_t size_bytes = cursor.Integer(4);
  const uint64_t type_id = cursor.Integer(8);
  if (cursor.broken() || size_bytes > chunk_.size() - next_ || next_ + size_bytes < cursor.position())
    return false;
  type_id_ = type_id;
  position_ = next_;
  fields_ = cursor.position();
  next_ += static_cast<size_t>(size_bytes);
  return true;
}

JfrChunk::JfrChunk(std::string_view bytes, const JfrHeader& header, uint64_t offset_bytes,
                   ImportReport& report, const JobControl& job)
    : bytes_(bytes), header_(header), offset_bytes_(offset_bytes), report_(report), job_(job) {}

Result<void> JfrChunk::Read() {
  // The metadata that the header names; in a chunk that was never finished the last one, which has all types.
  size_t metadata = 0;
  JfrEvents all = events();
  for (uint64_t count = 1; all.Next(); ++count) {
    if (count % kPollEvents == 0 && job_.cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
    if (all.type_id() == JfrEvents::kMetadata && (metadata == 0 || metadata != header_.metadata_position))
      metadata = all.position();
    if (all.type_id() == JfrEvents::kCheckpoint) checkpoints_.push_back(all.position());
    has_events_ |= all.type_id() != JfrEvents::kMetadata && all.type_id() != JfrEvents::kCheckpoint;
  }
  events_end_ = all.end();
  if (metadata == 0) return {};
  described_ = true;
  JfrEvents description = events();
  description.MoveTo(metadata);
  const bool read = description.Next() && types_.Read(description.fields());
  if (!read) {
    types_.Clear();
    return {};
  }
  pools_.resize(types_.size());
  // The last one first: where it says anew what an earlier one said, it knows better.
  for (size_t i = checkpoints_.size(); i-- > 0;) {
    JfrEvents event = events();
    event.MoveTo(checkpoints_[i]);
    if (event.Next()) RINGSCOPE_TRY(ReadCheckpoint(event.position(), event.fields()));
  }
  checkpoints_ = {};
  return {};
}

// Start, duration, distance to the checkpoint before and a flag; then pools: type, number of constants, and
// each one's id and value.
Result<void> JfrChunk::ReadCheckpoint(size_t position, JfrCursor cursor) {
  for (int i = 0; i < 3; ++i) static_cast<void>(cursor.Integer(8));
  static_cast<void>(cursor.Byte());
  for (uint64_t pools_left = cursor.Integer(4); pools_left > 0 && !cursor.broken(); --pools_left) {
    const uint32_t type = types_.Find(cursor.Integer(8));
    const uint64_t count = cursor.Integer(4);
    if (++read_count_ % kPollEvents == 0 && job_.cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
    if (count == 0) continue;
    if (cursor.broken()) break;
    if (type == JfrTypes::kNone || !LayoutFor(type, Role::kPlace).readable) {
      report_.Skip("a checkpoint with constants of a type that cannot be read", OffsetOf(position));
      return {};
    }
    const JfrLayout& layout = LayoutFor(type, Role::kPlace);
    Pool& pool = pools_[type];
    for (uint64_t left = count; left > 0; --left) {
      if (++read_count_ % kPollEvents == 0 && job_.cancelled())
        return Fail(ErrorCode::kCancelled, "cancelled");
      const uint64_t id = cursor.Integer(8);
      const size_t begin = cursor.position();
      if (!ReadJfrValue(layout, cursor, [](uint8_t, const JfrValue&) {}) || cursor.broken()) {
        report_.Skip("a checkpoint that ends within a constant", OffsetOf(position));
        return {};
      }
      if (pool.ids.size() >= kNone)
        return FailAt(ErrorCode::kLimit, OffsetOf(position), TooMany(kNone, "constants of a type"));
      pool.ids.push_back(id);
      pool.positions.Add(static_cast<int64_t>(begin));
    }
  }
  if (cursor.broken()) report_.Skip("a checkpoint that ends within a constant", OffsetOf(position));
  return {};
}

uint32_t JfrChunk::FindConstant(uint32_t type, uint64_t id) {
  if (type >= pools_.size()) return kNone;
  Pool& pool = pools_[type];
  if (!pool.indexed) {
    pool.indexed = true;
    pool.index.Build(pool.ids, [](size_t) {});
  }
  return pool.index.Find(id);
}

size_t JfrChunk::ConstantCount(uint32_t type) const {
  return type < pools_.size() ? pools_[type].ids.size() : 0;
}

const JfrLayout& JfrChunk::LayoutFor(uint32_t type, Role role) {
  auto& layout = layouts_[uint64_t{type} * kRoleCount + static_cast<uint64_t>(role)];
  if (layout == nullptr) {
    layout = std::make_unique<JfrLayout>(
        types_.LayoutOf(type, kPaths[static_cast<size_t>(role)], role == Role::kPlace));
  }
  return *layout;
}

std::string JfrChunk::TextOf(JfrValue value) {
  std::string text;
  for (int steps = 0; steps < kMaxTextSteps; ++steps) {
    if (value.type != JfrValue::kNoType) {
      const uint32_t number = FindConstant(value.type, value.number);
      if (number == kNone) return text;
      JfrValue found;
      if (!ReadConstant(value.type, number, Role::kText, [&](uint8_t, const JfrValue& v) { found = v; }))
        return text;
      value = found;
      continue;
    }
    if (value.text.encoding != JfrText::kConstant) {
      if (!AppendJfrText(value.text, header_.compressed, kMaxJfrTextBytes, text))
        report_.Keep("a name that was cut off at 65535 bytes", offset_bytes_);
      return text;
    }
    value.type = types_.string_type();
    value.number = value.text.constant;
    if (value.type == JfrTypes::kNone) return text;
  }
  return text;
}

}  // namespace ringscope
