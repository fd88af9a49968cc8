#include <algorithm>
#include <tuple>

#include "cct/tree/building/frame_interner.h"

namespace ringscope {
ClassId FrameInterner::InternClassTexts(std::string_view name, std::string_view package) {
  const uint32_t name_string = InternText(name);
  const uint32_t package_string = InternText(package);
  const auto [known, is_new] =
      classes_.try_emplace(uint64_t{name_string} << 32 | package_string, class_count());
  if (!is_new) return known->second;
  facts_.class_name.push_back(name_string);
  facts_.class_package.push_back(package_string);
  facts_.superclass.push_back(kNoClass);
  facts_.class_kind.push_back(0);
  return known->second;
}

ClassId FrameInterner::FirstOf(ClassId a, ClassId b) const {
  if (a == b || b == kNoClass) return a;
  if (a == kNoClass) return b;
  const auto texts = [this](ClassId id) {
    return std::tuple(TextOf(facts_.class_name[id]), TextOf(facts_.class_package[id]));
  };
  return texts(a) < texts(b) ? a : b;
}

ClassId FrameInterner::InternClass(const FrameClass& of) {
  const ClassId id = InternClassTexts(of.name, of.package);
  facts_.superclass[id] = FirstOf(facts_.superclass[id], of.superclass);
  facts_.class_kind[id] = std::max(facts_.class_kind[id], static_cast<uint8_t>(of.kind));
  return id;
}

uint32_t FrameInterner::AddValue(const FrameValueInfo& value) {
  const auto known = std::find(facts_.values.begin(), facts_.values.end(), value);
  if (known != facts_.values.end()) return static_cast<uint32_t>(known - facts_.values.begin());
  if (facts_.values.size() == kMaxFrameValues) {
    has_too_many_values_ = true;
    return kMaxFrameValues - 1;
  }
  facts_.values.push_back(value);
  facts_.amount.emplace_back();
  facts_.certainty.emplace_back();
  return static_cast<uint32_t>(facts_.values.size() - 1);
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
    facts_.superclass[map[id]] = FirstOf(facts_.superclass[map[id]], superclass);
    facts_.class_kind[map[id]] = std::max(facts_.class_kind[map[id]], static_cast<uint8_t>(its.kind));
  }
  for (FrameId frame = 0; frame < frames.size(); ++frame) {
    const ClassId its = other.ClassOf(frame);
    if (its == kNoClass) continue;
    const ClassId known = facts_.ClassOf(frames[frame]);
    facts_.SetClass(frames[frame], keeps_known && known != kNoClass ? known : FirstOf(known, map[its]));
  }
}

void FrameInterner::JoinFacts(const FrameFacts& other, std::span<const FrameId> frames, const FactJoin& how) {
  if (other.empty()) return;
  JoinClasses(other, frames, how.keeps_classes);
  for (FrameId frame = 0; how.with_codes && frame < frames.size(); ++frame) {
    const CodeHash its = other.CodeOf(frame);
    if (its != kUnknownCode) facts_.SetCode(frames[frame], JoinCodes(facts_.CodeOf(frames[frame]), its));
  }
  for (uint32_t v = 0; how.with_values && v < other.values().size(); ++v) {
    FrameValueInfo info = other.values()[v];
    info.name += how.value_suffix;
    const uint32_t value = AddValue(info);
    if (has_too_many_values_) return;
    for (FrameId frame = 0; frame < frames.size(); ++frame) {
      const std::optional<FrameAmount> its = other.ValueOf(frame, v);
      if (!its) continue;
      const std::optional<FrameAmount> known = facts_.ValueOf(frames[frame], value);
      facts_.SetValue(frames[frame], value, known ? JoinAmounts(*known, *its, info.rule) : *its);
    }
  }
}

FrameFacts FrameInterner::facts() const { return ViewFacts(facts_, string_offset_, string_bytes_); }

}  // namespace ringscope
