#include "cct/tree/building/frame_interner.h"

#include <xxhash.h>

#include <algorithm>
#include <tuple>
#include <utility>

namespace ringscope {

FrameInterner::FrameInterner(uint64_t max_string_bytes) : max_string_bytes_(max_string_bytes) {
  static_cast<void>(InternText({}));  // string 0 is the empty one
}

FrameId FrameInterner::Intern(const Frame& frame) {
  return InternKey({InternText(frame.name), InternText(frame.module), InternText(frame.file), frame.line,
                    frame.column, static_cast<uint32_t>(frame.kind),
                    static_cast<uint32_t>(frame.source_change), frame.call_line});
}

std::vector<FrameId> FrameInterner::InternAll(const FrameTable& table) {
  const FrameColumns& columns = table.columns();
  // By string of the table. Avoids hashing a text again: most strings belong to one frame or to very many.
  std::vector<uint32_t> known(columns.string_offset.size(), IndexTable::kNone);
  const auto intern = [&](uint32_t string, std::string_view text) {
    if (string >= known.size()) return InternText(text);
    if (known[string] == IndexTable::kNone) known[string] = InternText(text);
    return known[string];
  };
  // Each frame brings about one new name.
  strings_.Reserve(table.size());
  frames_.Reserve(table.size());
  std::vector<FrameId> ids;
  ids.reserve(table.size() + size_t{1});
  for (FrameId id = 0; id < table.size(); ++id) {
    const Frame frame = table[id];
    ids.push_back(InternKey({intern(columns.name[id], frame.name), intern(columns.module[id], frame.module),
                             intern(columns.file[id], frame.file), frame.line, frame.column,
                             static_cast<uint32_t>(frame.kind), static_cast<uint32_t>(frame.source_change),
                             frame.call_line}));
  }
  JoinFacts(table.facts(), ids);
  return ids;
}

FrameId FrameInterner::InternKey(const Key& key) {
  const uint64_t hash = XXH3_64bits(&key, sizeof key);
  IndexTable::Slot& slot = frames_.Find(hash, [&](uint32_t frame) { return keys_[frame] == key; });
  if (slot.index != IndexTable::kNone) return slot.index;
  const FrameId frame = size();
  keys_.push_back(key);
  frames_.Fill(slot, hash, frame);
  return frame;
}

uint32_t FrameInterner::InternText(std::string_view text) {
  if (text.empty() && made_.string_offset.size() > 1) return 0;
  const uint64_t hash = XXH3_64bits(text.data(), text.size());
  IndexTable::Slot& slot = strings_.Find(hash, [&](uint32_t string) { return text == made_.TextOf(string); });
  if (slot.index != IndexTable::kNone) return slot.index;
  if (text.size() > max_string_bytes_ - made_.string_bytes.size()) {
    is_over_limit_ = true;
    return 0;
  }
  const uint32_t string = made_.AddString(text);
  strings_.Fill(slot, hash, string);
  return string;
}

Frame FrameInterner::operator[](FrameId frame) const {
  const Key& key = keys_[frame];
  return {made_.TextOf(key.name),
          made_.TextOf(key.module),
          made_.TextOf(key.file),
          key.line,
          key.column,
          static_cast<FrameKind>(key.kind),
          static_cast<SourceChange>(key.source_change),
          key.call_line};
}

Result<void> FrameInterner::status() const {
  if (has_too_many_values_)
    return Fail(ErrorCode::kLimit, "frames have more than {} values", kMaxFrameValues);
  if (!is_over_limit_) return {};
  return Fail(ErrorCode::kLimit, "the names take more than {} bytes", max_string_bytes_);
}

OwnedFrames FrameInterner::Take() && {
  for (const Key& key : keys_)
    made_.Add(key.name, key.module, key.file, key.line, key.column, static_cast<uint8_t>(key.kind),
              static_cast<SourceChange>(key.source_change), key.call_line);
  made_.facts.PadTo(keys_.size());
  return std::move(made_);
}

ClassId FrameInterner::InternClassTexts(std::string_view name, std::string_view package) {
  const uint32_t name_string = InternText(name);
  const uint32_t package_string = InternText(package);
  const auto [known, is_new] =
      classes_.try_emplace(uint64_t{name_string} << 32 | package_string, class_count());
  if (!is_new) return known->second;
  made_.facts.class_name.push_back(name_string);
  made_.facts.class_package.push_back(package_string);
  made_.facts.superclass.push_back(kNoClass);
  made_.facts.class_kind.push_back(0);
  return known->second;
}

ClassId FrameInterner::FirstOf(ClassId a, ClassId b) const {
  if (a == b || b == kNoClass) return a;
  if (a == kNoClass) return b;
  const auto texts = [this](ClassId id) {
    return std::tuple(made_.TextOf(made_.facts.class_name[id]), made_.TextOf(made_.facts.class_package[id]));
  };
  return texts(a) < texts(b) ? a : b;
}

ClassId FrameInterner::InternClass(const FrameClass& of) {
  const ClassId id = InternClassTexts(of.name, of.package);
  made_.facts.superclass[id] = FirstOf(made_.facts.superclass[id], of.superclass);
  made_.facts.class_kind[id] = std::max(made_.facts.class_kind[id], static_cast<uint8_t>(of.kind));
  return id;
}

uint32_t FrameInterner::AddValue(const FrameValueInfo& value) {
  const auto known = std::find(made_.facts.values.begin(), made_.facts.values.end(), value);
  if (known != made_.facts.values.end()) return static_cast<uint32_t>(known - made_.facts.values.begin());
  if (made_.facts.values.size() == kMaxFrameValues) {
    has_too_many_values_ = true;
    return kMaxFrameValues - 1;
  }
  made_.facts.values.push_back(value);
  made_.facts.amount.emplace_back();
  made_.facts.certainty.emplace_back();
  return static_cast<uint32_t>(made_.facts.values.size() - 1);
}

void FrameInterner::JoinClasses(const FrameFacts& other, std::span<const FrameId> frames, bool keeps_known) {
  const uint32_t known_count = class_count();
  std::vector<ClassId> map;
  map.reserve(other.class_count());
  for (ClassId id = 0; id < other.class_count(); ++id) {
    const FrameClass its = other[id];
    map.push_back(InternClassTexts(its.name, its.package));
  }
  for (ClassId id = 0; id < other.class_count(); ++id) {
    if (keeps_known && map[id] < known_count) continue;
    const FrameClass its = other[id];
    const ClassId superclass = its.superclass == kNoClass ? kNoClass : map[its.superclass];
    made_.facts.superclass[map[id]] = FirstOf(made_.facts.superclass[map[id]], superclass);
    made_.facts.class_kind[map[id]] =
        std::max(made_.facts.class_kind[map[id]], static_cast<uint8_t>(its.kind));
  }
  for (FrameId frame = 0; frame < frames.size(); ++frame) {
    const ClassId its = other.ClassOf(frame);
    if (its == kNoClass) continue;
    const ClassId known = made_.facts.ClassOf(frames[frame]);
    made_.facts.SetClass(frames[frame], keeps_known && known != kNoClass ? known : FirstOf(known, map[its]));
  }
}

void FrameInterner::JoinFacts(const FrameFacts& other, std::span<const FrameId> frames, const FactJoin& how) {
  if (other.empty()) return;
  JoinClasses(other, frames, how.keeps_classes);
  for (FrameId frame = 0; how.with_codes && frame < frames.size(); ++frame) {
    const CodeHash its = other.CodeOf(frame);
    if (its != kUnknownCode)
      made_.facts.SetCode(frames[frame], JoinCodes(made_.facts.CodeOf(frames[frame]), its));
  }
  for (uint32_t v = 0; how.with_values && v < other.values().size(); ++v) {
    FrameValueInfo info = other.values()[v];
    info.name += how.value_suffix;
    const uint32_t value = AddValue(info);
    if (has_too_many_values_) return;
    for (FrameId frame = 0; frame < frames.size(); ++frame) {
      const std::optional<FrameAmount> its = other.ValueOf(frame, v);
      if (!its) continue;
      const std::optional<FrameAmount> known = made_.facts.ValueOf(frames[frame], value);
      made_.facts.SetValue(frames[frame], value, known ? JoinAmounts(*known, *its, info.rule) : *its);
    }
  }
}

FrameFacts FrameInterner::facts() const { return ViewFacts(made_); }

}  // namespace ringscope
