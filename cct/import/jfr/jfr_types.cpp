#include "cct/import/jfr/jfr_types.h"

#include <algorithm>
#include <optional>

#include "cct/base/text/ascii.h"
#include "cct/base/text/enum_words.h"
#include "cct/base/text/utf8.h"

namespace ringscope {
namespace {

// Steps of one layout; those of real types stay below a hundred.
constexpr uint64_t kMaxSteps = 4096;
// More than the fields that are asked for have.
constexpr size_t kMaxNameBytes = 64;
// The description of a chunk's types; those of the JDK have some hundred thousand.
constexpr size_t kMaxDescriptionBytes = size_t{16} << 20;
// Of strings and of elements, which take a byte or a few of it each; those of the JDK are some ten thousand.
constexpr uint64_t kMaxDescribed = uint64_t{1} << 20;
constexpr uint64_t kMaxAttributes = 256;  // of an element
// Elements within elements of the description.
constexpr size_t kMaxElementDepth = 64;
// Stands for half a pair of UTF-16.
constexpr uint32_t kReplacement = 0xfffd;

using XmlAttribute = std::pair<std::string_view, std::string_view>;

std::string_view ValueOf(std::span<const XmlAttribute> attributes, std::string_view key) {
  for (const XmlAttribute& attribute : attributes) {
    if (attribute.first == key) return attribute.second;
  }
  return {};
}

uint64_t NumberOf(std::string_view text) {
  uint64_t number = 0;
  for (const char c : text) {
    if (!IsDigit(c)) return 0;
    number = number * 10 + static_cast<uint64_t>(c - '0');
  }
  return number;
}

// nullopt: it is no unit of time.
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

}  // namespace

JfrText JfrCursor::Text() {
  JfrText text;
  text.encoding = Byte();
  switch (text.encoding) {
    case JfrText::kNull:
    case JfrText::kEmpty:
      break;
    case JfrText::kConstant:
      text.constant = Integer(8);
      break;
    case JfrText::kUtf8:
    case JfrText::kLatin1:
    case JfrText::kChars: {
      const uint64_t count = Integer(4);
      if (count > kMaxTextBytes) {
        Skip(UINT64_MAX);
        break;
      }
      const size_t begin = at_;
      if (text.encoding != JfrText::kChars) {
        Skip(count);
      } else if (!compressed_) {
        Skip(2 * count);
      } else {
        for (uint64_t i = 0; i < count && !broken_; ++i) static_cast<void>(Varint());
      }
      text.bytes = std::string_view(chunk_ + begin, at_ - begin);
      break;
    }
    default:
      broken_ = true;
      break;
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
    // Of whichever annotation: no other one has such values.
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
  const auto& fields = types_[type].fields;
  return std::any_of(fields.begin(), fields.end(), [=](const Field& f) { return f.name == field; });
}

uint64_t JfrTypes::UnitNsOf(uint32_t type, std::string_view field) const {
  for (const Field& f : types_[type].fields) {
    if (f.name == field) return f.unit_ns;
  }
  return 0;
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
    size_t repeat;  // the step that repeats it
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
    const auto wanted = std::find(paths.begin(), paths.end(), path);
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

}  // namespace ringscope
