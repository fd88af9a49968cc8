#include "cct/import/jfr/jfr_chunk.h"

#include <algorithm>
#include <array>
#include <optional>

#include "cct/base/text/enum_words.h"
#include "cct/base/text/utf8.h"
#include "cct/import/limits.h"
#include "cct/import/text_parts.h"

namespace ringscope {
namespace {

// Steps of one layout; those of real types stay below a hundred.
constexpr uint64_t kMaxSteps = 4096;
// Longer than the names of all wanted fields.
constexpr size_t kMaxNameBytes = 64;
// Of the description of a chunk's types; the JDK's have some hundred thousand.
constexpr size_t kMaxDescriptionBytes = size_t{16} << 20;
// Strings of a description, and its elements, which take a few bytes each; the JDK has some ten thousand.
constexpr uint64_t kMaxDescribed = uint64_t{1} << 20;
constexpr uint64_t kMaxAttributes = 256;  // of an element
// Elements within elements of the description.
constexpr size_t kMaxElementDepth = 64;
// Replaces an unpaired surrogate of UTF-16.
constexpr uint32_t kReplacement = 0xfffd;

using XmlAttribute = std::pair<std::string_view, std::string_view>;

std::string_view ValueOf(std::span<const XmlAttribute> attributes, std::string_view key) {
  const auto found = std::ranges::find(attributes, key, &XmlAttribute::first);
  return found == attributes.end() ? std::string_view() : found->second;
}

uint64_t NumberOf(std::string_view text) { return ParseNumber<uint64_t>(text).value_or(0); }

// The unit in ns, 0 for ticks; nullopt for a name that is no unit of time.
std::optional<uint64_t> UnitNs(std::string_view name) {
  constexpr EnumWords<uint64_t, 5> kUnits{{{"TICKS", 0},
                                           {"NANOSECONDS", 1},
                                           {"MICROSECONDS", 1'000},
                                           {"MILLISECONDS", 1'000'000},
                                           {"SECONDS", 1'000'000'000}}};
  return ValueOfWord(kUnits, name);
}

// The step that reads a type without fields of its own.
std::optional<JfrStep::Code> BuiltIn(std::string_view name) {
  using Code = JfrStep::Code;
  constexpr std::pair<std::string_view, Code> kBuiltIn[] = {
      {"boolean", Code::kByte},   {"byte", Code::kByte},     {"char", Code::kInteger2},
      {"short", Code::kInteger2}, {"int", Code::kInteger4},  {"long", Code::kInteger8},
      {"float", Code::kFloat},    {"double", Code::kDouble}, {"java.lang.String", Code::kText},
  };
  for (const auto& [built_in, code] : kBuiltIn) {
    if (name == built_in) return code;
  }
  return std::nullopt;
}

constexpr uint64_t kPollEvents = 1 << 14;
// The VM allows no longer class names.
constexpr size_t kMaxJfrTextBytes = 65'535;
// Steps from a constant to the next until one is a text; writers need two.
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

JfrText JfrCursor::Text() {
  JfrText text;
  text.encoding = Byte();
  if (text.encoding == JfrText::kConstant) {
    text.constant = Integer(8);
  } else if (text.encoding > JfrText::kLatin1) {
    broken_ = true;
  } else if (text.encoding > JfrText::kConstant) {
    const uint64_t count = Integer(4);
    const size_t begin = at_;
    if (count > kMaxTextBytes) {
      Skip(UINT64_MAX);
    } else if (text.encoding != JfrText::kChars) {
      Skip(count);
    } else if (!compressed_) {
      Skip(2 * count);
    } else {
      for (uint64_t i = 0; i < count && !broken_; ++i) static_cast<void>(Varint());
    }
    text.bytes = std::string_view(chunk_ + begin, at_ - begin);
  }
  if (broken_) text = {};
  return text;
}

bool AppendJfrText(const JfrText& text, bool compressed, size_t max_bytes, std::string& out) {
  if (text.encoding == JfrText::kUtf8) {
    out += text.bytes.substr(0, max_bytes);
    return text.bytes.size() <= max_bytes;
  }
  const size_t begin = out.size();
  if (text.encoding == JfrText::kLatin1) {
    for (const char c : text.bytes) {
      if (out.size() - begin >= max_bytes) return false;
      AppendUtf8(static_cast<unsigned char>(c), out);
    }
    return true;
  }
  if (text.encoding != JfrText::kChars) return true;
  JfrCursor chars(text.bytes, 0, text.bytes.size(), compressed);
  uint32_t high = 0;  // the first half of a pair
  while (chars.left() > 0) {
    if (out.size() - begin >= max_bytes) return false;
    const auto unit = static_cast<uint32_t>(chars.Integer(2) & 0xffff);
    const bool is_low = unit >= 0xdc00 && unit < 0xe000;
    if (high != 0 && is_low) {
      AppendUtf8(0x10000 + ((high - 0xd800) << 10) + (unit - 0xdc00), out);
      high = 0;
      continue;
    }
    if (high != 0) AppendUtf8(kReplacement, out);
    high = unit >= 0xd800 && unit < 0xdc00 ? unit : 0;
    if (high == 0) AppendUtf8(is_low ? kReplacement : unit, out);
  }
  if (high != 0) AppendUtf8(kReplacement, out);
  return true;
}

void JfrTypes::ReadElement(std::string_view kind, bool in_type, bool in_field,
                           std::span<const XmlAttribute> attributes) {
  if (kind == "class") {
    ids_.push_back(NumberOf(ValueOf(attributes, "id")));
    types_.push_back({ValueOf(attributes, "name"), {}});
  } else if (kind == "field" && in_type) {
    Field field;
    field.name = ValueOf(attributes, "name");
    field.class_id = NumberOf(ValueOf(attributes, "class"));
    field.is_constant = ValueOf(attributes, "constantPool") == "true";
    field.is_array = NumberOf(ValueOf(attributes, "dimension")) > 0;
    types_.back().fields.push_back(std::move(field));
  } else if (kind == "annotation" && in_field && !types_.empty() && !types_.back().fields.empty()) {
    // The kind of the annotation does not matter: no other one has such values.
    if (const auto unit_ns = UnitNs(ValueOf(attributes, "value")))
      types_.back().fields.back().unit_ns = *unit_ns;
  }
}

void JfrTypes::Clear() {
  types_.clear();
  ids_.clear();
  index_.Build(ids_, [](size_t) {});
}

bool JfrTypes::Read(JfrCursor cursor) {
  if (cursor.left() > kMaxDescriptionBytes) return false;
  steps_left_ = uint64_t{16} * cursor.left() + kMaxSteps;
  for (int i = 0; i < 3; ++i) static_cast<void>(cursor.Integer(8));  // start, duration, number
  for (uint64_t left = cursor.Integer(4); left > 0 && !cursor.broken(); --left) {
    if (strings_.size() >= kMaxDescribed) return false;
    AppendJfrText(cursor.Text(), cursor.compressed(), JfrCursor::kMaxTextBytes, strings_.emplace_back());
  }
  const auto string_at = [this](uint64_t index) {
    return index < strings_.size() ? std::string_view(strings_[index]) : std::string_view();
  };

  struct Level {
    std::string_view kind;
    uint64_t children_left;
  };
  std::vector<Level> levels{{"", 1}};
  std::vector<XmlAttribute> attributes;
  uint64_t element_count = 0;
  while (!levels.empty()) {
    if (levels.back().children_left == 0) {
      levels.pop_back();
      continue;
    }
    --levels.back().children_left;
    const std::string_view kind = string_at(cursor.Integer(4));
    attributes.clear();
    uint64_t left = cursor.Integer(4);
    if (left > kMaxAttributes || ++element_count > kMaxDescribed) return false;
    for (; left > 0 && !cursor.broken(); --left) {
      const std::string_view key = string_at(cursor.Integer(4));
      attributes.emplace_back(key, string_at(cursor.Integer(4)));
    }
    const uint64_t child_count = cursor.Integer(4);
    if (cursor.broken()) return false;
    ReadElement(kind, levels.back().kind == "class", levels.back().kind == "field", attributes);
    if (levels.size() > kMaxElementDepth) return false;
    levels.push_back({kind, child_count});
  }

  index_.Build(ids_, [](size_t) {});
  for (size_t i = types_.size(); i-- > 0;) {
    if (types_[i].name == "java.lang.String") string_type_ = static_cast<uint32_t>(i);
  }
  for (Type& type : types_) {
    for (Field& field : type.fields) field.type = index_.Find(field.class_id);
  }
  return !types_.empty();
}

bool JfrTypes::HasField(uint32_t type, std::string_view field) const {
  return std::ranges::find(types_[type].fields, field, &Field::name) != types_[type].fields.end();
}

uint64_t JfrTypes::UnitNsOf(uint32_t type, std::string_view field) const {
  const auto found = std::ranges::find(types_[type].fields, field, &Field::name);
  return found == types_[type].fields.end() ? 0 : found->unit_ns;
}

JfrLayout JfrTypes::LayoutOf(uint32_t type, std::span<const std::string_view> paths, bool whole) {
  JfrLayout layout;
  std::vector<JfrStep>& steps = layout.steps;
  if (const auto code = BuiltIn(types_[type].name)) {
    steps.push_back({*code, 0, 0, 0});
    layout.readable = true;
    return layout;
  }

  constexpr size_t kNotRepeated = SIZE_MAX;
  struct Level {
    uint32_t type;
    size_t next_field;
    std::string path;
    size_t repeat;  // index of the step that repeats it
  };
  std::vector<Level> levels;
  levels.push_back({type, 0, {}, kNotRepeated});
  for (uint64_t step_count = 0; !levels.empty();) {
    Level& level = levels.back();
    if (level.next_field == types_[level.type].fields.size()) {
      if (level.repeat != kNotRepeated)
        steps[level.repeat].length = static_cast<uint32_t>(steps.size() - level.repeat - 1);
      levels.pop_back();
      continue;
    }
    const Field& field = types_[level.type].fields[level.next_field++];
    if (field.type == kNone || ++step_count > kMaxSteps || steps_left_ == 0) return {};
    --steps_left_;
    std::string path = level.path;
    if (!path.empty()) path += '.';
    path += field.name.substr(0, kMaxNameBytes);
    const auto wanted = std::ranges::find(paths, path);
    const uint8_t slot =
        wanted == paths.end() ? JfrStep::kNotWanted : static_cast<uint8_t>(wanted - paths.begin());
    const size_t repeat = field.is_array ? steps.size() : kNotRepeated;
    if (field.is_array) steps.push_back({JfrStep::Code::kRepeat, JfrStep::kNotWanted, 0, 1});
    const auto built_in = BuiltIn(types_[field.type].name);
    if (field.is_constant) {
      steps.push_back({JfrStep::Code::kReference, slot, field.type, 0});
    } else if (built_in) {
      steps.push_back({*built_in, slot, 0, 0});
    } else if (levels.size() >= kMaxDepth) {
      return {};
    } else {
      levels.push_back({field.type, 0, std::move(path), repeat});
    }
  }
  layout.readable = true;
  if (whole) return layout;
  size_t end = 0;
  for (size_t at = 0; at < steps.size();) {
    const size_t next = at + 1 + (steps[at].code == JfrStep::Code::kRepeat ? steps[at].length : 0);
    for (; at < next; ++at) {
      if (steps[at].slot != JfrStep::kNotWanted) end = next;
    }
  }
  steps.resize(end);
  return layout;
}

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
  // Find the metadata that the header names, or in an unfinished chunk the last one, which has all types.
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
  // The last checkpoint first: of several values of a constant, the one read first counts.
  for (size_t i = checkpoints_.size(); i-- > 0;) {
    JfrEvents event = events();
    event.MoveTo(checkpoints_[i]);
    if (event.Next()) RINGSCOPE_TRY(ReadCheckpoint(event.position(), event.fields()));
  }
  checkpoints_ = {};
  return {};
}

// A checkpoint: start, duration, distance to the checkpoint before and a flag; then pools: type, number of
// constants, and each one's id and value.
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
      JfrValue found;
      if (!ReadConstant(value.type, FindConstant(value.type, value.number), Role::kText,
                        [&](uint8_t, const JfrValue& v) { found = v; }))
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
